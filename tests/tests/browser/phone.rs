//! A phone held across: little height, and everything that a game needs can be seen and touched.

use super::game::{against_bot, click_through};
use cardwright_tests::browser::{Page, selectors};
use cardwright_tests::served::library;
use serde_json::json;
use std::collections::BTreeSet;

/// What is in the way: controls that are not all in the window, are too small for a finger, or lie under something; and whether
/// the page can be moved sideways. A hand or a list of controls may be scrolled to bring a control into view.
const IN_THE_WAY: &str = r"
const [question, hand] = arguments;
const found = [];
if (document.scrollingElement.scrollWidth > innerWidth || document.body.scrollWidth > innerWidth) found.push('the page is wider than the window');
scrollTo(500, 500);
if (scrollX !== 0 || scrollY !== 0) found.push(`the page moves by ${scrollX}, ${scrollY}`);
const named = (one) => `${one.nodeName} ${one.id} ${(one.getAttribute('aria-label') ?? one.innerText ?? '').slice(0, 40)}`;
const look = (one, least) => {
  one.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const box = one.getBoundingClientRect();
  if (box.width < least || box.height < least) return found.push(`${named(one)} is ${box.width.toFixed(0)} by ${box.height.toFixed(0)}`);
  const inside = (x, y) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
  if (!inside(box.left + box.width / 2, box.top + box.height / 2)) return found.push(`${named(one)} lies outside of the window`);
  // Of a finger's nine places at least three are its own: cards may overlap, but nothing may lie over all of one.
  let own = 0;
  let over = '';
  for (const down of [0.2, 0.5, 0.8]) for (const along of [0.2, 0.5, 0.8]) {
    const [x, y] = [box.left + box.width * along, box.top + box.height * down];
    const top = inside(x, y) ? document.elementFromPoint(x, y) : null;
    if (top && (one.contains(top) || top.contains(one) && top.matches('label'))) own++;
    else if (top) over = named(top);
  }
  if (own < 3) found.push(`${named(one)} lies under ${over || 'the edge of the window'}`);
};
const form = document.querySelector(question);
for (const one of form.querySelectorAll('button')) look(one, 24);
for (const one of form.querySelectorAll('label')) look(one, 16);
const title = form.querySelector('h1, h2, h3, legend');
if (!title) found.push('the question has no heading');
else look(title, 8);
for (const one of document.querySelectorAll(`.player[data-near] ${hand} .card[id]`)) look(one, 24);
for (const one of document.querySelectorAll('#table [data-light]')) if (one.getClientRects().length > 0) look(one, 20);
for (const one of document.querySelectorAll('#board .who')) look(one, 16);
return found;";

/// In every question of a game nothing that must be touched is out of sight or under something else.
pub fn held_across(page: &Page) {
    let folder = library();
    let _served = against_bot(page, &folder, &[]);
    let (mut kinds, mut found, mut seen) = (BTreeSet::new(), BTreeSet::new(), 0);
    for count in 0..150 {
        let Some(question) = page.asked() else { break };
        kinds.insert(question.kind.clone());
        let cards = page.js::<usize>("return document.querySelectorAll('[data-row] .card[id]').length", &[]);
        seen = seen.max(cards);
        let here: Vec<String> = page.js(IN_THE_WAY, &[json!(selectors::QUESTION), json!(selectors::HAND)]);
        if !here.is_empty() && found.len() < 12 {
            page.screenshot(&format!("{count}-{}", question.kind));
        }
        found.extend(here.into_iter().map(|one| format!("{}: {one}", question.kind)));
        if count == 0 || cards > 14 && kinds.len() > 3 {
            page.screenshot(if count == 0 { "begin" } else { "full" });
        }
        if cards > 14 && kinds.len() > 3 {
            break;
        }
        click_through(page, &question);
    }
    assert!(seen > 10 && kinds.contains("attacks") && kinds.contains("action"), "{seen} permanents, {kinds:?}");
    if !found.is_empty() {
        page.fail(&format!("in the way:\n{}", found.into_iter().collect::<Vec<_>>().join("\n")));
    }
}
