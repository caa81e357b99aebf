//! Particular objects and recipients as nouns: by name or target the first time, then "it" or "that creature".

use crate::filter::{Article, Head};
use crate::noun::{Noun, Number};
use crate::sentence::{listed, number_word};
use crate::speech::{Referent, Speech};
use cardwright_engine::ability::Walk;
use cardwright_engine::ability::{
    Amount, CostPart, CostTag, Effect, Extreme, Filter, Objects, Players, Recipients, Remembered, Stat, Zones,
};
use cardwright_engine::ids::{LinkKey, Var};
use cardwright_engine::types::CardType;
use cardwright_engine::zone::ZoneKind;

impl Speech<'_> {
    /// The objects as a noun, and remembers that they were named.
    pub(crate) fn objects(&mut self, objects: &Objects) -> Noun {
        match objects {
            Objects::None => Noun::thing("nothing"),
            Objects::This => self.this(),
            Objects::Target(slot) => self.target(*slot),
            Objects::Var(var) | Objects::EventObject(var) => match self.introduced(Referent::Var(*var)) {
                Some(noun) => noun,
                None => self.referred(Referent::Var(*var)),
            },
            Objects::EventSource(var) => self.referred(Referent::EventSource(*var)),
            Objects::All(filter) => self.filter(filter, Article::All),
            Objects::Host(of) => self.host(of),
            Objects::Attachments(of) => {
                let host = self.objects(of).object();
                Noun::things(format!("all Auras and Equipment attached to {host}"))
            }
            Objects::Linked(key) => self.linked(*key),
            Objects::Paid(tag) => self.paid(*tag),
            Objects::TopOfLibrary(players, amount) => match self.top.as_ref() == Some(objects) {
                true => self.referred(Referent::Top),
                false => self.top_cards(players, amount),
            },
            Objects::TopOfGraveyard(players) => {
                let whose = self.players(players).possessive();
                Noun::thing(format!("the top card of {whose} graveyard"))
            }
            Objects::SourceOf(of) => {
                let of = self.objects(of);
                Noun::thing(format!("{} source", of.possessive()))
            }
            Objects::DamageSources => Noun::thing("a source"),
            Objects::Union(all) if self.are_alike(all) => {
                let [Objects::Target(slot), ..] = &all[..] else { return Noun::things("targets") };
                let objects = self.targets.get(usize::from(slot.0)).map_or(Filter::Any, |spec| spec.objects.clone());
                let what = self.filter(&objects, Article::Many).text;
                Noun::things(format!("{} target {what}", number_word(i32::try_from(all.len()).unwrap_or_default())))
            }
            Objects::Union(all) => {
                let nouns: Vec<String> = all.iter().map(|one| self.objects(one).object()).collect();
                Noun::things(listed(&nouns, "and"))
            }
            Objects::Among(of, filter) => self.among(of, filter),
            Objects::PutBy(of) => {
                let of = self.objects(of);
                // What the card makes is made by the card that says so.
                Noun::thing(format!("the {} that created {}", self.kind_of_this(), of.object()))
            }
            Objects::Most(of, _, amount, extreme) => self.most_objects(of, amount, *extreme),
        }
    }

    /// Whether these are different targets of one sort that were not named yet: "two target creatures".
    fn are_alike(&self, all: &[Objects]) -> bool {
        let mut sort: Option<&Filter> = None;
        all.len() > 1
            && all.iter().enumerate().all(|(place, one)| {
                let Objects::Target(slot) = one else { return false };
                let Some(spec) = self.targets.get(usize::from(slot.0)) else { return false };
                let plain = spec.min == Amount::Fixed(1) && spec.max == Amount::Fixed(1) && spec.players == Players::None;
                plain
                    && self.mention(Referent::Target(*slot)).is_none()
                    && *sort.get_or_insert(&spec.objects) == &spec.objects
                    && (place == 0 || spec.other_than.len() == place)
            })
    }

    /// The objects as what is moved: "a creature card from your graveyard".
    pub(crate) fn moved(&mut self, objects: &Objects) -> Noun {
        let before = std::mem::replace(&mut self.moving, true);
        let mut noun = self.objects(objects);
        self.moving = before;
        // "Return this from your graveyard": where an ability works in a zone of its own, it says from where it moves.
        if *objects == Objects::This
            && let Zones::Only(zone) = self.zones
            && zone.is_owned()
        {
            noun.text = format!("{} from your {}", noun.text, zone.word());
        }
        noun
    }

    /// Each of the objects, where they are many: "each creature you control", "each of those creatures".
    pub(crate) fn each_object(&mut self, objects: &Objects) -> Noun {
        if let Objects::All(filter) = objects {
            return self.filter(filter, Article::Each);
        }
        if let Objects::Union(all) = objects
            && all.iter().any(|one| matches!(one, Objects::All(_)))
        {
            let nouns: Vec<String> = all.iter().map(|one| self.each_object(one).object()).collect();
            return if nouns.len() == 1 { Noun::thing(nouns[0].clone()) } else { Noun::things(listed(&nouns, "and")) };
        }
        let noun = self.objects(objects);
        match noun.number {
            Number::One => noun,
            Number::Many => Noun::thing(format!("each of {}", noun.object())),
        }
    }

    /// What such objects are called when the text comes back to them.
    pub(crate) fn kind_of_objects(&mut self, objects: &Objects) -> Noun {
        match objects {
            Objects::This => Noun::thing(self.kind_of_this()),
            Objects::Target(slot) => self.kind_of_target(*slot),
            Objects::Var(var) | Objects::EventObject(var) => self.kind_of_referent(Referent::Var(*var)),
            Objects::EventSource(var) => self.kind_of_referent(Referent::EventSource(*var)),
            Objects::All(filter) => self.kind(filter, Number::Many),
            Objects::Among(of, filter) => {
                let number = self.kind_of_objects(of).number;
                self.kind(filter, number)
            }
            Objects::TopOfLibrary(_, amount) => match &**amount {
                Amount::Fixed(1) => Noun::thing("card"),
                _ => Noun::things("cards"),
            },
            Objects::TopOfGraveyard(_) => Noun::thing("card"),
            Objects::Host(_) => Noun::thing(self.host_word()),
            Objects::Most(of, ..) => self.kind_of_objects(of),
            Objects::Attachments(_) => Noun::things("permanents"),
            Objects::Union(_) => Noun::things("permanents"),
            Objects::Linked(_) => {
                let noun = self.objects(objects);
                let many = noun.number == Number::Many;
                if many { Noun::things("cards") } else { Noun::thing("card") }
            }
            Objects::Paid(tag) => self.paid_kind(*tag),
            Objects::SourceOf(_) | Objects::DamageSources => Noun::thing("source"),
            Objects::PutBy(_) | Objects::None => Noun::thing("permanent"),
        }
    }

    fn kind_of_referent(&self, referent: Referent) -> Noun {
        match self.resolved(referent) {
            Referent::This => Noun::thing(self.kind_of_this()),
            referent => self.mention(referent).map_or_else(|| Noun::thing("permanent"), |mention| mention.kind.clone()),
        }
    }

    /// Objects, players or both: "any target", "each opponent", "target creature".
    pub(crate) fn recipients(&mut self, recipients: &Recipients) -> Noun {
        match (&recipients.objects, &recipients.players) {
            (Objects::Target(slot), Some(Players::Target(same))) if slot == same => self.target(*slot),
            // What was dealt damage, attacked or remembered: an object or a player.
            (Objects::EventObject(var), Some(Players::EventPlayer(same))) if var == same => {
                match (self.mention(Referent::Var(*var)).is_some(), self.mention(Referent::EventPlayer(*var)).is_some()) {
                    (true, true) => Noun::thing("that permanent or player"),
                    (false, true) => self.players(&Players::EventPlayer(*var)),
                    (_, false) => self.objects(&Objects::EventObject(*var)),
                }
            }
            (Objects::Linked(key), Some(Players::Linked(same))) if key == same => {
                if self.remembers_player(*key) {
                    self.players(&Players::Linked(*key))
                } else {
                    self.linked(*key)
                }
            }
            (Objects::None, Some(players)) => self.players(players),
            (Objects::None, None) => Noun::thing("nothing"),
            (objects, None) => self.each_object(objects),
            (objects, Some(players)) => {
                let first = self.each_object(objects);
                let second = self.players(players);
                Noun::things(format!("{} and {}", first.object(), second.object()))
            }
        }
    }

    /// The same behind a question: "attacking you or a planeswalker you control".
    pub(crate) fn any_recipient(&mut self, recipients: &Recipients) -> Noun {
        let mut nouns = Vec::new();
        if let Some(players) = &recipients.players {
            nouns.push(self.any_player(players).object());
        }
        match &recipients.objects {
            Objects::None => {}
            Objects::All(filter) => nouns.push(self.filter(filter, Article::A).text),
            Objects::Union(all) => {
                for one in all {
                    nouns.push(self.any_recipient(&Recipients::objects(one.clone())).object());
                }
            }
            objects => nouns.push(self.objects(objects).object()),
        }
        Noun::thing(listed(&nouns, "or"))
    }

    /// The object that has the ability, by its name or as "it" where that is clear.
    pub(crate) fn this(&mut self) -> Noun {
        let clear = self.subject == Some(Referent::This) || self.mention(Referent::This).is_some_and(|mention| mention.salient);
        let kind = Noun::thing(self.kind_of_this());
        self.mentioned(Referent::This, kind);
        Noun::thing(if clear { "it".to_owned() } else { self.name() })
    }

    /// What the object that has the ability calls itself: legendary ones by what stands before the comma.
    pub(crate) fn name(&self) -> String {
        if let Some(called) = self.called {
            return called.to_owned();
        }
        let name = self.face.base.name.as_str();
        let legendary = self.face.base.types.supertypes.contains(cardwright_engine::types::Supertype::Legendary.set());
        match name.split_once(", ") {
            Some((short, _)) if legendary => short.to_owned(),
            _ => name.to_owned(),
        }
    }

    /// "creature", "spell", "land": what the object that has the ability is.
    pub(crate) fn kind_of_this(&self) -> String {
        let types = self.face.base.types.types;
        if types.has(CardType::Instant) || types.has(CardType::Sorcery) {
            return "spell".to_owned();
        }
        types
            .members()
            .filter(|one| one.is_permanent())
            .max_by_key(|one| *one == CardType::Creature)
            .map_or_else(|| "card".to_owned(), |one| one.word().to_lowercase())
    }

    /// What was named already, or was never named but can only be "it".
    fn referred(&mut self, referent: Referent) -> Noun {
        if self.resolved(referent) == Referent::This {
            return self.this();
        }
        self.again(referent).unwrap_or_else(|| Noun::thing("it"))
    }

    /// What something is attached to: "enchanted creature", "equipped creature".
    fn host(&mut self, of: &Objects) -> Noun {
        if *of != Objects::This {
            let of = self.objects(of);
            return Noun::thing(format!("the permanent {} {} attached to", of.text, of.verb("is", "are")));
        }
        if self.mention(Referent::Host).is_some_and(|mention| mention.salient) {
            return Noun::thing("it");
        }
        let word = self.host_word();
        self.mentioned(Referent::Host, Noun::thing(word.clone()));
        let is = |subtype: &str| self.face.base.types.has_subtype(subtype.into());
        // modern 301.5a, 301.6, 303.4b
        let verb = if is("Equipment") {
            "equipped"
        } else if is("Fortification") {
            "fortified"
        } else {
            "enchanted"
        };
        Noun::thing(format!("{verb} {word}"))
    }

    /// "creature", "land": what this can be attached to.
    pub(crate) fn host_word(&self) -> String {
        let argument = self.face.abilities().iter().find_map(|instance| {
            instance.ability.keyword.filter(|keyword| keyword.name.as_str() == "enchant").map(|keyword| keyword.argument)
        });
        let usual = if self.face.base.types.has_subtype("Fortification".into()) { "land" } else { "creature" };
        argument.map_or_else(
            || usual.to_owned(),
            |argument| argument.as_str().split(' ').next_back().unwrap_or("permanent").to_owned(),
        )
    }

    /// "the top two cards of your library"
    fn top_cards(&mut self, players: &Players, amount: &Amount) -> Noun {
        let whose = self.players(players).possessive();
        match amount {
            Amount::EventAmount(_) | Amount::Var(_) => Noun::things(format!("that many cards from the top of {whose} library")),
            Amount::Fixed(1) => Noun::thing(format!("the top card of {whose} library")),
            amount => {
                let number = match amount {
                    Amount::Fixed(number) => number_word(*number),
                    other => self.value(other),
                };
                match number.as_str() {
                    "that many" => Noun::things(format!("that many cards from the top of {whose} library")),
                    number => Noun::things(format!("the top {number} cards of {whose} library")),
                }
            }
        }
    }

    /// "those creatures that are tapped", "each other creature among them".
    fn among(&mut self, of: &Objects, filter: &Filter) -> Noun {
        if let Objects::All(all) = of {
            let both = (**all).clone().and(filter.clone());
            return self.filter(&both, Article::All);
        }
        // What is chosen among is more than one.
        let noun = match self.objects(of) {
            one if matches!(of, Objects::Linked(_)) && !one.is_pronoun() && one.number == Number::One => {
                Noun::things(crate::words::plural(&one.text))
            }
            noun => noun,
        };
        let many = noun.number == Number::Many;
        let head = if noun.text.contains("card") { Head::Card } else { Head::Permanent };
        let described = self.filter_of(filter, if many { Article::Many } else { Article::A }, head);
        Noun { text: format!("{} among {}", described.text, noun.object()), ..described }
    }

    /// "the creature with the greatest power among creatures you control"
    fn most_objects(&mut self, of: &Objects, amount: &Amount, extreme: Extreme) -> Noun {
        let kind = match of {
            Objects::All(filter) => self.kind(filter, Number::One).text,
            other => self.kind_of_objects(other).text,
        };
        let from = match of {
            Objects::All(filter) => self.filter(filter, Article::Many).text,
            other => self.objects(other).object(),
        };
        let what = match amount {
            Amount::Total(stat, _) | Amount::Greatest(stat, _) => crate::filter::stat_word(*stat).to_owned(),
            other => self.value(other),
        };
        let end = match extreme {
            Extreme::Greatest => "greatest",
            Extreme::Least => "least",
        };
        Noun::thing(format!("each {kind} with the {end} {what} among {from}"))
    }

    /// What was sacrificed, discarded or exiled as a cost: "the sacrificed creature".
    fn paid(&mut self, tag: CostTag) -> Noun {
        let (done, noun) = self.paid_part(tag);
        match noun.number {
            Number::One | Number::Many => Noun { text: format!("the {done} {}", noun.text), ..noun },
        }
    }
    fn paid_kind(&mut self, tag: CostTag) -> Noun {
        self.paid_part(tag).1
    }
    fn paid_part(&mut self, tag: CostTag) -> (&'static str, Noun) {
        let mut found: Option<(&'static str, Filter, Amount, Head)> = None;
        for instance in self.face.abilities() {
            instance.ability.each(|part: &CostPart| match part {
                CostPart::Sacrifice(filter, amount, one) if *one == tag => {
                    found = Some(("sacrificed", filter.clone(), amount.clone(), Head::Permanent));
                }
                CostPart::TapTotal(filter, _, _, one) if *one == tag => {
                    found = Some(("tapped", filter.clone(), Amount::Fixed(2), Head::Permanent));
                }
                CostPart::Discard(filter, amount, one) if *one == tag => {
                    found = Some(("discarded", filter.clone(), amount.clone(), Head::Card));
                }
                CostPart::Exile(_, filter, amount, one) if *one == tag => {
                    found = Some(("exiled", filter.clone(), amount.clone(), Head::Card));
                }
                CostPart::Reveal(filter, amount, one) if *one == tag => {
                    found = Some(("revealed", filter.clone(), amount.clone(), Head::Card));
                }
                CostPart::ReturnToHand(filter, amount, one) if *one == tag => {
                    found = Some(("returned", filter.clone(), amount.clone(), Head::Permanent));
                }
                CostPart::Reveal(filter, amount, one) if *one == tag => {
                    found = Some(("revealed", filter.clone(), amount.clone(), Head::Card));
                }
                _ => {}
            });
        }
        let Some((done, filter, amount, head)) = found else { return ("chosen", Noun::thing("permanent")) };
        let number = if amount == Amount::Fixed(1) { Number::One } else { Number::Many };
        (done, self.kind_of(&filter, number, head))
    }

    /// What a linked ability remembers: "the exiled card", "the tokens created with it".
    fn linked(&mut self, key: LinkKey) -> Noun {
        if let Some(noun) = self.introduced(Referent::Linked(key)) {
            return noun;
        }
        if let Some(noun) = self.again(Referent::Linked(key)) {
            return noun;
        }
        let mut found: Option<(&'static str, Objects)> = None;
        for instance in self.face.abilities() {
            instance.ability.each(|effect: &Effect| match effect {
                Effect::Move(objects, to, _) if to.remember == Some(key) => {
                    found = Some((if to.zone == ZoneKind::Exile { "exiled" } else { "chosen" }, objects.clone()));
                }
                Effect::Remember(one, Remembered::Objects(objects)) if *one == key && found.is_none() => {
                    found = Some(("chosen", objects.clone()));
                }
                _ => {}
            });
        }
        if let Some((_, Objects::Var(var))) = &found
            && let Some(many) = self.created(*var)
        {
            let this = self.this().object();
            let kind = if many { Noun::things("tokens") } else { Noun::thing("token") };
            self.mentioned(Referent::Linked(key), kind.clone());
            return Noun { text: format!("the {} created with {this}", kind.text), ..kind };
        }
        let many = match &found {
            Some((_, Objects::TopOfLibrary(_, amount))) => **amount != Amount::Fixed(1),
            Some((_, Objects::All(_))) => true,
            Some(_) | None => false,
        };
        let (word, kind) = match found {
            Some(("exiled", _)) | None => ("exiled", if many { Noun::things("cards") } else { Noun::thing("card") }),
            Some((word, objects)) => (word, self.kind_of_objects(&objects)),
        };
        self.mentioned(Referent::Linked(key), kind.clone());
        Noun { text: format!("the {word} {}", kind.text), ..kind }
    }

    /// Whether the name stands for tokens that an ability of the face creates, and for several.
    fn created(&self, var: Var) -> Option<bool> {
        let mut several = None;
        for instance in self.face.abilities() {
            instance.ability.each(|effect: &Effect| {
                if let Effect::Then(first, name, _) = effect
                    && *name == var
                    && let Effect::CreateTokens { amount, .. } = &**first
                {
                    several = Some(*amount != Amount::Fixed(1));
                }
            });
        }
        several
    }

    /// Whether a linked ability remembers a player.
    fn remembers_player(&self, key: LinkKey) -> bool {
        let mut player = false;
        for instance in self.face.abilities() {
            instance.ability.each(|effect: &Effect| {
                if let Effect::Remember(one, Remembered::ChosenPlayer(..) | Remembered::Players(_)) = effect {
                    player |= *one == key;
                }
            });
        }
        player
    }

    /// "its power", "the sacrificed creature's power", "the total power of creatures you control".
    pub(crate) fn stat_of(&mut self, stat: Stat, objects: &Objects) -> String {
        let word = crate::filter::stat_word(stat);
        if let Objects::All(filter) = objects {
            let of = self.filter(filter, Article::Many);
            return format!("the total {word} of {}", of.text);
        }
        let noun = self.objects(objects);
        match noun.number {
            Number::One if stat == Stat::Damage => format!("the damage marked on {}", noun.object()),
            Number::One if stat == Stat::X => format!("the value of X chosen for {}", noun.object()),
            Number::One => format!("{} {word}", noun.possessive()),
            Number::Many if noun.is_pronoun() => format!("their total {word}"),
            Number::Many => format!("the total {word} of {}", noun.text),
        }
    }
}
