// What only the designer has: the scrubber, the palette, setting up the board, the editor in the drawer.

import { morph } from './morph.js';
import { send } from './send.js';
import { say } from './table.js';
import { inspect } from './card.js';
import { openEditor } from './edit.js';

async function tell(where, message) {
  const refusal = await send(where, message);
  if (refusal) say(refusal);
  return !refusal;
}

// ---- time

let sliding = false;
let wanted = null;

/** Looks at the beat that the slider says: one request at a time, the newest wins. */
async function slide(beat) {
  wanted = beat;
  if (sliding) return;
  sliding = true;
  while (wanted !== null) {
    const next = wanted;
    wanted = null;
    await tell('time', { look: next });
  }
  sliding = false;
}

document.addEventListener('input', (event) => {
  if (event.target.id === 'beat') slide(Number(event.target.value));
  if (event.target.id === 'palette-words') search();
});
document.addEventListener('table', () => {
  // The slider's own value follows the server's, unless it is being moved.
  const slider = document.getElementById('beat');
  if (slider && document.activeElement !== slider) slider.value = slider.getAttribute('value');
  else if (slider && !sliding && wanted === null) slider.value = slider.getAttribute('value');
});

// ---- the palette

const palette = document.getElementById('palette');
const words = document.getElementById('palette-words');
const player = document.getElementById('palette-player');
let searching = 0;

function search() {
  clearTimeout(searching);
  searching = setTimeout(async () => {
    const query = new URLSearchParams({ words: words.value, player: player.value });
    const response = await fetch(`palette?${query}`).catch(() => null);
    if (response?.ok) morph(document.getElementById('palette-found'), await response.text());
  }, 40);
}

player?.addEventListener('change', search);

async function makeCard() {
  const name = document.getElementById('new-card').value.trim();
  const set = document.getElementById('new-set').value;
  const response = await fetch('edit/new', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ set, name }),
  }).catch(() => null);
  if (!response) return say('The server does not answer.');
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) return say(answer.error ?? 'The file could not be written.');
  palette.close();
  say(`${answer.path ?? name} is written`, 'good');
  // The library reads it in a moment.
  setTimeout(() => inspect({ card: name }), 400);
}

// ---- setting up

function wish(control) {
  const form = control.closest('.setup');
  const of = form.dataset.of;
  const { wish: kind, arg } = control.dataset;
  const subject = of.startsWith('p') ? 'player' : 'object';
  switch (kind) {
    case 'remove': return { remove: { object: of } };
    case 'tapped':
    case 'sick':
    case 'face_down': return { [kind]: { object: of, on: control.checked } };
    case 'counters': return { counters: { on: of, kind: control.dataset.kind, amount: Number(control.value) } };
    case 'life':
    case 'damage': return { [kind]: { [subject]: of, [arg]: Number(control.value) } };
    default: return { [kind]: { [subject]: of, [arg]: control.value } };
  }
}

document.addEventListener('change', (event) => {
  const control = event.target.closest?.('[data-wish]');
  if (!control || control.nodeName === 'BUTTON' || (control.nodeName === 'SELECT' && control.value === '' && control.dataset.wish !== 'attach')) return;
  tell('wish', wish(control));
});

document.addEventListener('click', (event) => {
  const button = event.target.closest('button');
  if (!button) return;
  if (button.dataset.open === 'palette') {
    palette.showModal();
    words.focus();
    search();
  } else if (button.dataset.put) {
    tell('wish', { put: { card: button.dataset.put, player: button.dataset.player, zone: button.dataset.zone } });
  } else if (button.dataset.wish) {
    tell('wish', wish(button));
  } else if (button.dataset.newCounters) {
    const form = button.closest('.setup');
    const kind = form.querySelector('[data-new-kind]').value;
    const amount = Number(form.querySelector('[data-new-amount]').value);
    tell('wish', { counters: { on: button.dataset.newCounters, kind, amount } });
  } else if (button.dataset.rename) {
    const name = prompt('What is this line of play called?', button.dataset.name);
    if (name) tell('time', { rename: { line: Number(button.dataset.rename), name } });
  } else if (button.hasAttribute('data-report')) {
    const note = prompt('What happened, and what should have happened?', '');
    if (note !== null) {
      const link = document.createElement('a');
      link.href = `capsule?${new URLSearchParams({ note })}`;
      link.download = '';
      link.click();
    }
  } else if (button.id === 'new-make') {
    makeCard();
  }
});

// ---- the editor

let editor = null;

document.addEventListener('inspected', async (event) => {
  const { key, file, line, place } = event.detail;
  if (!place || (!key && !file)) return;
  if (!editor || !place.contains(editor.host)) {
    const host = document.createElement('div');
    place.replaceChildren(host);
    editor = openEditor(host, new URL('edit', location.href).pathname);
  }
  if (file) await editor.openFile(file, line);
  else await editor.openCard(key);
});
// What was saved elsewhere concerns the files in the editor too.
document.addEventListener('toast', () => editor?.libraryChanged());
