/* SPDX-License-Identifier: Apache-2.0 */
(function () {
  'use strict';
  const page = document.currentScript ? document.currentScript.closest('svg') : document.documentElement;
  const character = 7.25, slack = 0.001;
  const part = function (name) { return page.querySelector('.' + name); };
  const frames = Array.from(page.querySelectorAll('.f'), function (element) {
    const lines = element.querySelector('title').textContent.split('\n');
    const number = function (name) { return Number(element.getAttribute(name)); };
    return { element: element, name: lines[0], object: lines[1], numbers: lines[2],
             x: number('x'), y: number('y'), width: number('width') };
  });
  const whole = frames[0];
  const byElement = new Map(frames.map(function (frame) { return [frame.element, frame]; }));
  const frameOf = function (event) { return byElement.get(event.target.closest('.f')); };

  function fitting(name, width) {
    const most = Math.floor((width - 6) / character), characters = Array.from(name);
    if (characters.length <= most) return name;
    return most < 3 ? '' : characters.slice(0, most - 1).join('') + '\u2026';
  }
  function show(frame, x, width) {
    frame.element.setAttribute('x', x);
    frame.element.setAttribute('width', width);
    frame.element.querySelector('rect').setAttribute('width', width);
    frame.element.querySelector('text').textContent = fitting(frame.name, width);
  }
  function contains(outer, inner) {
    return outer.y <= inner.y && outer.x <= inner.x + slack &&
           outer.x + outer.width >= inner.x + inner.width - slack;
  }
  function zoom(target) {
    const scale = whole.width / target.width;
    for (const frame of frames) {
      const caller = frame !== target && contains(frame, target);
      const within = !caller && contains(target, frame);
      frame.element.classList.toggle('caller', caller);
      frame.element.classList.toggle('hidden', !caller && !within);
      if (caller) show(frame, whole.x, whole.width);
      if (within) show(frame, whole.x + (frame.x - target.x) * scale, frame.width * scale);
    }
    part('reset').classList.toggle('hidden', target === whole);
  }
  function describe(frame) {
    part('name').textContent = frame ? frame.name : '';
    part('numbers').textContent = frame ? (frame.object ? frame.object + ': ' : '') + frame.numbers : '';
  }

  let asked = '';
  function search() {
    const answer = window.prompt('Regular expression; nothing to clear', asked);
    if (answer === null) return;
    let expression;
    try { expression = new RegExp(answer); } catch (error) {
      part('matched').textContent = 'not a regular expression';
      return;
    }
    asked = answer;
    let matched = 0, outer = null;
    for (const frame of frames) {
      if (outer && frame.y <= outer.y) outer = null;
      const match = answer !== '' && frame !== whole && (expression.test(frame.name) || expression.test(frame.object));
      frame.element.classList.toggle('match', match);
      if (match && !outer) { outer = frame; matched += frame.width; }
    }
    part('matched').textContent = answer === '' ? '' : 'matched ' + (100 * matched / whole.width).toFixed(2) + ' %';
  }

  page.addEventListener('click', function (event) {
    const frame = frameOf(event);
    if (frame) zoom(frame);
  });
  page.addEventListener('mouseover', function (event) { describe(frameOf(event)); });
  part('reset').addEventListener('click', function () { zoom(whole); });
  part('search').addEventListener('click', search);
}());
