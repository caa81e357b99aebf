// A card that is too small to be read is shown large beside itself: under the pointer after a moment, with focus at once.

const WAIT = 220;
let timer = 0;
let shown = null;

function holder() {
  let box = document.getElementById('preview');
  if (!box) {
    box = document.createElement('div');
    box.id = 'preview';
    // The card itself says the same to a screen reader.
    box.setAttribute('aria-hidden', 'true');
    box.hidden = true;
    document.body.append(box);
  }
  return box;
}

function show(card) {
  const frame = card.querySelector('.frame[data-size="small"]');
  if (!frame || !card.isConnected || card.matches('.back')) return;
  const box = holder();
  const large = frame.cloneNode(true);
  large.dataset.size = 'full';
  box.replaceChildren(large);
  if (card.dataset.says) {
    const says = document.createElement('p');
    says.className = 'says';
    says.textContent = card.dataset.says;
    box.append(says);
  }
  box.hidden = false;
  shown = card;
  place(card, box);
}

/** Beside the card, on the side with more room, and never over the card itself. */
function place(card, box) {
  const of = card.getBoundingClientRect();
  const [width, height] = [box.offsetWidth, box.offsetHeight];
  const right = innerWidth - of.right - 14 >= width;
  const left = right ? of.right + 14 : Math.max(6, of.left - width - 14);
  const top = Math.min(Math.max(44, of.top + of.height / 2 - height / 2), Math.max(6, innerHeight - height - 8));
  box.style.left = `${Math.round(left)}px`;
  box.style.top = `${Math.round(top)}px`;
}

function hide() {
  clearTimeout(timer);
  shown = null;
  const box = document.getElementById('preview');
  if (box) box.hidden = true;
}

const cardOf = (target) => target.closest?.('.card:not(.back), .ability') ?? null;

// A card that slides under a pointer at rest is not pointed at.
let rest = '';
const where = (event) => `${event.clientX},${event.clientY}`;
document.addEventListener('pointermove', (event) => { rest = where(event); });
document.addEventListener('pointerover', (event) => {
  if (event.pointerType === 'touch' || where(event) === rest) return;
  const card = cardOf(event.target);
  if (card === shown) return;
  hide();
  if (card && event.buttons === 0) timer = setTimeout(() => show(card), WAIT);
});
document.documentElement.addEventListener('pointerleave', hide);
document.addEventListener('pointerdown', hide);
document.addEventListener('focusin', (event) => {
  const card = cardOf(event.target);
  if (card && card.matches(':focus-visible')) show(card);
  else hide();
});
document.addEventListener('focusout', hide);
document.addEventListener('input', hide);
// A finger that stays on a card.
document.addEventListener('contextmenu', (event) => {
  const card = event.pointerType === 'touch' && cardOf(event.target);
  if (!card) return;
  event.preventDefault();
  show(card);
});
document.addEventListener('keydown', (event) => { if (event.key === 'Escape') hide(); }, { capture: true });
// The table has changed: the card may have gone, or be another.
document.addEventListener('table', () => {
  if (!shown) return;
  if (shown.isConnected && (shown.matches(':hover') || shown.matches(':focus-visible'))) show(shown);
  else hide();
});
