// Keys. Everything on the page can be reached with Tab; these are the short ways.

/** Space answers with the main button, arrows walk over the cards, Enter takes one, Escape closes. */
export function keys({ form, activate, closeMenu }) {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = event.target.matches('input[type="number"], input[type="text"], input[type="search"], textarea, select');
    if (event.key === 'Escape') return closeMenu();
    // What is pressed while a dialog lies over the table is meant for the dialog.
    if (typing || document.querySelector('dialog[open]')) return;
    const card = event.target.closest('[data-light]');
    if (event.key === 'Enter' && card && !event.target.matches('button, input, summary')) {
      event.preventDefault();
      return activate(card);
    }
    if (event.key === ' ' && !event.target.matches('button, input, summary')) {
      const main = form()?.querySelector('[data-main]');
      if (main) {
        event.preventDefault();
        main.click();
      }
    } else if (event.key.startsWith('Arrow')) {
      walk(event);
    } else if (/^[1-9]$/.test(event.key)) {
      const controls = form()?.querySelectorAll('.actions button:not([data-main]), .options input');
      const control = controls?.[Number(event.key) - 1];
      if (control) control.click();
    } else if (event.key === '?') {
      document.dispatchEvent(new CustomEvent('help'));
    } else if (/^[a-z.,]$/.test(event.key)) {
      document.querySelector(`[data-shortcut="${event.key}"]`)?.click();
    }
  });
}

/** To the nearest card in that direction. */
function walk(event) {
  const all = [...document.querySelectorAll('.card[id], .who[id], .ability[id]')].filter((one) => one.getClientRects().length > 0);
  if (all.length === 0) return;
  const here = document.activeElement.closest?.('.card[id], .who[id], .ability[id]');
  event.preventDefault();
  if (!here) return (document.querySelector('[data-light]') ?? all[0]).focus();
  const centre = (one) => {
    const box = one.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [x, y] = centre(here);
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [0, 0];
  let best = null;
  for (const one of all) {
    const [ox, oy] = centre(one);
    const along = (ox - x) * dx + (oy - y) * dy;
    if (one === here || along < 4) continue;
    const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
    const distance = along + 2 * aside;
    if (!best || distance < best.distance) best = { one, distance };
  }
  best?.one.focus();
}
