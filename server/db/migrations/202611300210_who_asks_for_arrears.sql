-- Who asks for what a bill owes from now on, what is done next, and when. A call that says nobody leaves it as it was.
alter table dunning_call
  add column owner_id uuid,
  add column owner_name text not null default '',
  add column next_step text not null default '' check (char_length(next_step) <= 50),
  add column next_on date,
  add constraint dunning_call_owner_fk foreign key (tenant_id, owner_id) references employee (tenant_id, id),
  add constraint dunning_call_owner_check check ((owner_id is null) = (owner_name = ''));
create index dunning_call_owner_idx on dunning_call (tenant_id, owner_id) where owner_id is not null;
