-- A letter that asks for what is late counts as having been in touch, as a call does.
alter table dunning_call add column kind int not null default 1 constraint dunning_call_kind_check check (kind in (1, 2));
comment on column dunning_call.kind is '1 call, 2 letter';
