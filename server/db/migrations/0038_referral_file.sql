-- Pictures and papers that go along with a referral, up to 9. Like the referral they lie between two clinics.
create table referral_file (
  tenant_id uuid not null,
  id uuid not null,
  referral_id uuid not null,
  file_id uuid not null,
  slot int not null constraint referral_file_slot_check check (slot between 1 and 9),
  created_by uuid,
  created_name text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint referral_file_slot_key unique (tenant_id, referral_id, slot)
);
select app.tenant_table('referral_file');
alter table referral_file
  add constraint referral_file_referral_fk foreign key (tenant_id, referral_id) references referral (tenant_id, id),
  add constraint referral_file_object_fk foreign key (tenant_id, file_id) references file_object (tenant_id, id);
create index referral_file_object_idx on referral_file (tenant_id, file_id);
