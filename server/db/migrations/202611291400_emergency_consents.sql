-- Where neither the patient nor a near relative can be asked, a head of the clinic approves a consent; the patient signs afterwards.
alter table consent drop constraint consent_status_check;
alter table consent
  add column emergency_reason text not null default '',
  add column emergency_at timestamptz,
  add column asked_by uuid,
  add column asked_name text not null default '',
  add column asked_at timestamptz,
  add column approved_by uuid,
  add column approved_name text not null default '',
  add column approved_at timestamptz,
  add column refused_reason text not null default '',
  -- 0 to be signed, 1 signed, 2 void, 3 a head was asked, 4 a head has approved and the patient is still to sign
  add constraint consent_status_check check (status in (0, 1, 2, 3, 4)),
  add constraint consent_asked_check check (status not in (3, 4)
    or (emergency_reason <> '' and emergency_at is not null and asked_at is not null and asked_by is not null)),
  add constraint consent_approved_check check ((approved_at is null) = (approved_by is null)
    and (status <> 4 or (approved_at is not null and seal_hash is not null))),
  -- Nobody approves what he asked for, and photographs are never shown without the patient.
  add constraint consent_approver_check check (approved_by is distinct from asked_by or approved_by is null),
  add constraint consent_emergency_check check (template_key <> 'photo' or asked_at is null);
alter table consent
  add constraint consent_asked_by_fk foreign key (tenant_id, asked_by) references employee (tenant_id, id),
  add constraint consent_approved_by_fk foreign key (tenant_id, approved_by) references employee (tenant_id, id);
create index consent_emergency_idx on consent (tenant_id, clinic_id, emergency_at) where status in (3, 4);

-- The PDF of an approval stays beside that of the signature which came later.
alter table consent_sheet add column of_approval boolean not null default false;
alter table consent_sheet drop constraint consent_sheet_key;
alter table consent_sheet add constraint consent_sheet_key unique (tenant_id, consent_id, of_approval);
