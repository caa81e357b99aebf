// The table in the browser. The server sends the parts of the page that have changed; clicks and keys become answers to the
// question that is open. Every legal answer is a control of its form: a click on a card is a click on its control.

import { morph } from './morph.js';
import { drawArrows } from './arrows.js';
import { send } from './send.js';
import { Combat } from './combat.js';
import { keys } from './keys.js';
import './hover.js';
import { closeCard } from './card.js';

const part = (id) => document.getElementById(id);
const form = () => document.querySelector('form.question');
const combat = new Combat(form, drawArrows);

// ---- what comes down

let pending = null;
let busy = false;

function connect() {
  const open = new URLSearchParams(location.search).get('open');
  const stream = new EventSource(`events${open ? `?open=${open}` : ''}`);
  stream.addEventListener('hello', () => link(''));
  stream.addEventListener('show', (event) => show(JSON.parse(event.data)));
  stream.addEventListener('toast', (event) => {
    toast(event.data);
    document.dispatchEvent(new CustomEvent('toast'));
  });
  stream.onerror = () => {
    link('The connection is lost; trying again\u2026');
    // A stream that was refused for good is not tried again by the browser.
    if (stream.readyState === EventSource.CLOSED) setTimeout(connect, 1000);
  };
}

function link(words) {
  part('link').textContent = words;
  document.documentElement.dataset.link = words ? 'lost' : 'up';
}

function show(update) {
  if (pending) Object.assign(pending.parts, update.parts), (pending.version = update.version);
  else pending = update;
  if (!busy) apply();
}

function apply() {
  const update = pending;
  if (!update) return;
  pending = null;
  const change = () => {
    const begun = performance.now();
    for (const [id, html] of Object.entries(update.parts)) {
      const element = part(id);
      if (element) morph(element, html);
    }
    after(update);
    document.documentElement.dataset.script = (performance.now() - begun).toFixed(1);
    document.documentElement.dataset.version = update.version;
  };
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const moves = 'board' in update.parts || 'stack' in update.parts;
  // Every card that travels is a picture for the browser to make: of very many it would be slow.
  const huge = document.querySelectorAll('.card[data-slot]').length > 60;
  if (!document.startViewTransition || calm || !moves || huge || document.hidden) return change();
  // Cards are told apart by the card that they are, so that the browser moves them from zone to zone.
  busy = true;
  nameCards(true);
  const transition = document.startViewTransition(() => {
    change();
    nameCards(true);
  });
  // A change that comes while cards still travel ends their journey: that is no error.
  transition.ready.catch(() => {});
  transition.updateCallbackDone.finally(() => { busy = false; apply(); });
  transition.finished.finally(() => nameCards(false)).catch(() => {});
}

function nameCards(on) {
  const named = new Set();
  for (const card of document.querySelectorAll('.card[data-slot]')) {
    const name = `card-${card.dataset.slot}`;
    const wanted = on && !named.has(name) ? name : '';
    if (card.style.viewTransitionName !== wanted) card.style.viewTransitionName = wanted;
    named.add(name);
  }
}

function after(update) {
  // With the next frame: where the end is can only be known once everything is laid out.
  if ('log' in update.parts) requestAnimationFrame(() => { part('log').scrollTop = part('log').scrollHeight; });
  if ('question' in update.parts) {
    combat.begin();
    divisions();
  }
  drawArrows();
  document.dispatchEvent(new CustomEvent('table', { detail: update }));
}

export function toast(html) {
  const holder = document.createElement('div');
  holder.innerHTML = html;
  part('toasts').append(...holder.children);
  const last = part('toasts').lastElementChild;
  while (part('toasts').children.length > 5) part('toasts').firstElementChild.remove();
  setTimeout(() => last?.remove(), 6000);
}

/** A short message of the page itself. */
export function say(words, kind = 'bad') {
  toast(`<div class="toast ${kind}"></div>`);
  part('toasts').lastElementChild.textContent = words;
}

// ---- what goes up

/** Sends an answer to the open question; what is refused is said in its form. */
export async function answer(said) {
  const asked = form();
  if (!asked || asked.dataset.sent) return;
  asked.dataset.sent = 'yes';
  const refusal = await send('answer', { question: Number(asked.dataset.question), answer: said });
  delete asked.dataset.sent;
  if (refusal) refuse(asked, refusal);
}

function refuse(asked, words) {
  const place = asked.querySelector('.refusal');
  if (!place) return;
  place.textContent = words;
  place.hidden = false;
}

/** What the controls of the form say, all together. */
function said(asked) {
  const values = (name) => [...asked.querySelectorAll(`[name="${name}"]`)];
  switch (asked.dataset.kind) {
    case 'chosen': {
      const order = chosenOrder(asked);
      return { chosen: order };
    }
    case 'number': return { number: Number(values('number')[0].value) };
    case 'division': return { division: values('part').map((one) => Number(one.value)) };
    case 'attacks':
    case 'blocks': {
      const pairs = values('pair').filter((one) => one.checked).map((one) => one.value.split(':').map(Number));
      return { [asked.dataset.kind]: pairs };
    }
    default: return { action: 0 };
  }
}

function chosenOrder(asked) {
  const boxes = [...asked.querySelectorAll('input[name="chosen"]:checked')];
  boxes.sort((a, b) => Number(a.dataset.order ?? 0) - Number(b.dataset.order ?? 0));
  return boxes.map((one) => Number(one.value));
}

let order = 0;

document.addEventListener('change', (event) => {
  const box = event.target;
  if (box.name === 'chosen') {
    box.dataset.order = box.checked ? String(++order) : '';
    const asked = box.form;
    const chosen = [...asked.querySelectorAll('input[name="chosen"]:checked')].sort((a, b) => a.dataset.order - b.dataset.order);
    const ordered = asked.querySelector('[data-ordered]');
    for (const one of asked.querySelectorAll('.place')) one.textContent = '';
    if (ordered) chosen.forEach((one, place) => { one.parentElement.querySelector('.place').textContent = ` ${place + 1}`; });
    marks();
  } else if (box.name === 'pair') {
    combat.changed(box);
  } else if (box.name === 'part') {
    divisions();
  }
});
document.addEventListener('input', (event) => { if (event.target.name === 'part') divisions(); });

/** Shows on the table what the form says. */
function marks() {
  for (const card of document.querySelectorAll('[data-picked]')) delete card.dataset.picked;
  for (const box of document.querySelectorAll('form.question input[data-element]:checked')) {
    const element = document.getElementById(box.dataset.element);
    if (element) element.dataset.picked = 'yes';
  }
}

function divisions() {
  const all = document.querySelector('fieldset.division');
  if (!all) return;
  const given = [...all.querySelectorAll('[name="part"]')].reduce((sum, one) => sum + Number(one.value || 0), 0);
  all.querySelector('[data-left]').textContent = Number(all.dataset.total) - given;
}

document.addEventListener('submit', (event) => {
  if (!event.target.matches('form.question')) return;
  event.preventDefault();
  answer(said(event.target));
});

document.addEventListener('click', (event) => {
  const button = event.target.closest('button');
  if (button?.closest('form.question') && button.type === 'button') {
    if (button.hasAttribute('data-all')) return combat.all();
    return answer(press(button));
  }
  if (button?.dataset.post) return post(button);
  if (button?.dataset.fold) return fold(button);
  if (button?.dataset.open === 'help') return part('help').showModal();
  if (button?.dataset.close === 'card') return closeCard();
  if (event.target.closest('.menu')) return;
  closeMenu();
  const element = event.target.closest('[data-light]');
  if (element && !button) activate(element);
});

function press(button) {
  const value = Number(button.value);
  switch (button.name) {
    case 'chosen': return { chosen: [value] };
    case 'number': return { number: value };
    default: return { action: value };
  }
}

/** A click on an element that stands for answers. */
export function activate(element) {
  const asked = form();
  if (!asked) return;
  if (asked.dataset.kind === 'attacks' || asked.dataset.kind === 'blocks') return combat.click(element);
  const controls = [...asked.querySelectorAll(`[data-element="${CSS.escape(element.id)}"]`)];
  if (controls.length === 1) return use(controls[0]);
  if (controls.length > 1) menu(element, controls);
}

function use(control) {
  if (control.matches('input[type="number"]')) {
    control.stepUp();
    control.dispatchEvent(new Event('change', { bubbles: true }));
  } else {
    control.click();
  }
}

/** Several things can be done with one card: they are offered beside it. */
function menu(element, controls) {
  closeMenu();
  const list = document.createElement('div');
  list.className = 'menu';
  list.setAttribute('role', 'menu');
  for (const control of controls) {
    const item = document.createElement('button');
    item.type = 'button';
    item.setAttribute('role', 'menuitem');
    item.textContent = control.textContent;
    item.addEventListener('click', () => { closeMenu(); use(control); });
    list.append(item);
  }
  const box = element.getBoundingClientRect();
  document.body.append(list);
  list.style.left = `${Math.min(box.left, innerWidth - list.offsetWidth - 8)}px`;
  list.style.top = `${Math.min(box.bottom, innerHeight - list.offsetHeight - 8)}px`;
  list.dataset.of = element.id;
  list.firstElementChild.focus();
}

export function closeMenu() {
  for (const open of document.querySelectorAll('.menu')) {
    const of = document.getElementById(open.dataset.of);
    open.remove();
    of?.focus();
  }
}

document.addEventListener('change', (event) => {
  if (event.target.matches('select[data-post]')) post(event.target);
});

/** A control that tells the server something besides an answer. */
async function post(button) {
  const { post: where, own, step, body } = button.dataset;
  const message = where === 'stop' ? { own: own === 'true', step } : JSON.parse(body ?? button.value ?? 'null');
  const refusal = await send(where, message);
  if (refusal) say(refusal);
}

function fold(button) {
  const of = part(button.dataset.fold);
  of.dataset.folded = of.dataset.folded === 'yes' ? 'no' : 'yes';
}

document.addEventListener('help', () => part('help').showModal());
keys({ form, answer, said, activate, closeMenu });
addEventListener('resize', drawArrows);
document.addEventListener('scroll', drawArrows, { capture: true, passive: true });
document.addEventListener('toggle', drawArrows, { capture: true });
connect();
drawArrows();
