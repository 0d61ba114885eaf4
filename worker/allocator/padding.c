/* SPDX-License-Identifier: Apache-2.0 */
/* Nothing but room: preloaded before everything else, it moves all libraries that are loaded after it. */
char quern_padding[QUERN_PAGES * 4096];
