-- What the face of a card looks like, and how the gift of a recharge follows from its steps: 1 the step that it reaches, 2 each full
-- sum (每满).
alter table card_type
  add column cover int not null default 1 constraint card_type_cover_check check (cover between 1 and 5),
  add column step_rule int not null default 1 constraint card_type_step_rule_check check (step_rule in (1, 2));
