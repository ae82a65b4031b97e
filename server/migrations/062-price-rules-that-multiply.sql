-- A rule in percent says whether it replaces the other rules of a day, as every rule did, or multiplies what they make.
alter table price_rules add column effect text not null default 'replace';
alter table price_rules add constraint price_rule_effect_is_known check (
  effect in ('replace', 'multiply') and (effect = 'replace' or kind = 'day_percent')
);
