// Changes an element's contents into other contents, keeping what is the same: focus, scrolling, open zones and running
// animations stay. Elements with an `id` are recognised wherever they have moved.

/** Makes the children of `element` those of `html`. */
export function morph(element, html) {
  const template = document.createElement('template');
  template.innerHTML = html;
  const known = new Map();
  for (const one of element.querySelectorAll('[id]')) known.set(one.id, one);
  children(element, template.content, known);
}

function children(from, to, known) {
  let next = from.firstChild;
  for (const wanted of [...to.childNodes]) {
    const found = match(wanted, next, known);
    if (found) {
      if (found !== next) from.insertBefore(found, next);
      else next = next.nextSibling;
      node(found, wanted, known);
    } else {
      from.insertBefore(adopt(wanted, known), next);
    }
  }
  while (next) {
    const gone = next;
    next = next.nextSibling;
    // What has moved elsewhere has been taken out already.
    gone.remove();
  }
}

/** The node that becomes `wanted`: the one of its id, or the next one if it is of the same kind. */
function match(wanted, next, known) {
  if (wanted.nodeType !== Node.ELEMENT_NODE) {
    return next && next.nodeType === wanted.nodeType ? next : null;
  }
  if (wanted.id) {
    const same = known.get(wanted.id);
    return same && same.nodeName === wanted.nodeName ? same : null;
  }
  const fits = next && next.nodeType === Node.ELEMENT_NODE && !next.id && next.nodeName === wanted.nodeName;
  // A form for another question is another form: nothing that was typed into the old one may stay.
  return fits && next.dataset.question === wanted.dataset.question ? next : null;
}

/** A new node; those of its descendants that are known already come along from where they were. */
function adopt(wanted, known) {
  if (wanted.nodeType !== Node.ELEMENT_NODE || known.size === 0) return wanted;
  for (const one of wanted.querySelectorAll('[id]')) {
    const same = known.get(one.id);
    if (same && same.nodeName === one.nodeName && !same.contains(wanted)) {
      one.replaceWith(same);
      node(same, one, known);
    }
  }
  return wanted;
}

function node(from, to, known) {
  if (from.nodeType !== Node.ELEMENT_NODE) {
    if (from.nodeValue !== to.nodeValue) from.nodeValue = to.nodeValue;
    return;
  }
  attributes(from, to);
  if (!from.isEqualNode(to)) children(from, to, known);
}

function attributes(from, to) {
  for (const { name } of [...from.attributes]) {
    // The style of a card is its name in the transition that is under way: to take it away and give it again would be dear.
    if (name === 'style' && from.dataset.slot !== undefined) continue;
    // Whether a zone is open is the reader's affair.
    if (!to.hasAttribute(name) && !(name === 'open' && from.nodeName === 'DETAILS')) from.removeAttribute(name);
  }
  for (const { name, value } of to.attributes) {
    if (from.getAttribute(name) !== value) from.setAttribute(name, value);
  }
}
