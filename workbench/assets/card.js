// The drawer beside the board: one card to be read, and, for the designer, to be edited. It follows the table: what it shows is
// asked for again when something has changed.

import { morph } from './morph.js';

const drawer = document.getElementById('card');
let shown = null;
let asked = 0;

/** Whatever can be read: cards, abilities on the stack, players, names of cards. */
const READABLE = '.card[id], .ability[id], .who[id], [data-read], [data-file]';

function open() {
  return new URLSearchParams(location.search).get('open');
}

async function load() {
  if (!shown) return;
  const number = ++asked;
  const query = new URLSearchParams(shown.object ? { object: shown.object } : { card: shown.card });
  if (open()) query.set('open', open());
  const response = await fetch(`inspect?${query}`).catch(() => null);
  if (number !== asked || !response) return;
  if (!response.ok) {
    // An object that has left: its card can still be read.
    if (shown.object && shown.fallback) return inspect({ card: shown.fallback });
    return;
  }
  const html = await response.text();
  drawer.hidden = false;
  document.documentElement.dataset.drawer = 'open';
  let now = drawer.querySelector('#card-now');
  if (!now) {
    drawer.innerHTML = '<div id="card-now"></div><div id="card-edit"></div>';
    now = drawer.querySelector('#card-now');
  }
  morph(now, html);
  const key = now.querySelector('[data-key]')?.dataset.key ?? '';
  if (shown.object) shown.fallback = key;
  // A player has no file to be edited.
  if (!key) drawer.querySelector('#card-edit').replaceChildren();
  if (drawer.dataset.key !== key || shown.file) {
    drawer.dataset.key = key;
    const { file, line } = shown;
    delete shown.file;
    document.dispatchEvent(new CustomEvent('inspected', { detail: { key, file, line, place: drawer.querySelector('#card-edit') } }));
  }
}

/** Shows a card: `{ object: 'o1-2' }` or `{ card: 'Name' }`. */
export function inspect(what) {
  shown = { ...what };
  return load();
}

/** Shows a file of the library that is no card of it, or not yet: one with errors from its first day. */
function inspectFile(file, line) {
  shown = null;
  asked++;
  drawer.hidden = false;
  drawer.dataset.key = '';
  document.documentElement.dataset.drawer = 'open';
  drawer.innerHTML = '<div id="card-now"><header class="drawer"><h2></h2><button type="button" data-close="card" aria-label="Close the file">\u00d7</button></header></div><div id="card-edit"></div>';
  drawer.querySelector('h2').textContent = file.split('/').pop();
  document.dispatchEvent(new CustomEvent('inspected', { detail: { key: '', file, line, place: drawer.querySelector('#card-edit') } }));
}

/** Shows the card of an element. */
export function inspectElement(element) {
  const card = element.closest(READABLE);
  if (!card) return false;
  if (card.dataset.read) inspect({ card: card.dataset.read, file: card.dataset.file, line: Number(card.dataset.line ?? 1) });
  else if (card.dataset.file) inspectFile(card.dataset.file, Number(card.dataset.line ?? 1));
  else inspect({ object: card.dataset.source ?? card.id, fallback: card.dataset.key ?? '' });
  return true;
}

/** Closes the drawer. */
export function closeCard() {
  shown = null;
  asked++;
  drawer.hidden = true;
  drawer.dataset.key = '';
  delete document.documentElement.dataset.drawer;
  document.dispatchEvent(new CustomEvent('inspected', { detail: { key: '', place: null } }));
}

document.addEventListener('click', (event) => {
  const card = event.target.closest(READABLE);
  // A card that stands for an answer is played by a click; Shift or the other button reads it.
  if (card && (event.shiftKey || card.dataset.light === undefined) && (card.dataset.read || card.dataset.file || !drawer.contains(card))) inspectElement(card);
});
document.addEventListener('contextmenu', (event) => {
  // An option that lies nowhere on the table: cards that are looked at.
  const looked = event.target.closest('[data-card]');
  if (looked) {
    event.preventDefault();
    return inspect({ card: looked.dataset.card });
  }
  if (event.target.closest('#table, #stack') && inspectElement(event.target)) event.preventDefault();
});
document.addEventListener('keydown', (event) => {
  if (event.target.matches('input, textarea, select') || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'i' && document.activeElement && inspectElement(document.activeElement)) event.preventDefault();
  if (event.key === 'Escape' && !document.querySelector('.menu')) closeCard();
});
let waiting = 0;
document.addEventListener('table', () => {
  if (!shown) return;
  clearTimeout(waiting);
  waiting = setTimeout(load, 60);
});
