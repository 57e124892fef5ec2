-- What the hash of a chart covers has grown. The formula that a chart was sealed with stands beside it, so that what was
-- signed before stays verifiable.
alter table perio_chart add column hash_version int not null default 1
  constraint perio_chart_hash_version_check check (hash_version in (1, 2));
alter table perio_chart alter column hash_version drop default;

-- The draft of a deleted record waits with it, while another may be begun: one a patient that is being made.
-- null: it is being made; else the deleted record that it waits with
alter table perio_draft add column aside_id uuid;
update perio_draft f set aside_id = f.record_id, version = f.version + 1
  from medical_record r where r.tenant_id = f.tenant_id and r.id = f.record_id and r.status = 9;
alter table perio_draft drop constraint perio_draft_patient_key;
alter table perio_draft
  add constraint perio_draft_patient_key unique nulls not distinct (tenant_id, patient_id, aside_id),
  add constraint perio_draft_aside_check check (aside_id = record_id),
  add constraint perio_draft_aside_fk foreign key (tenant_id, aside_id) references medical_record (tenant_id, id);
