-- What a patient signs of an orthodontic case: appliance, extractions, months and fee. A consent that is prepared for a case keeps
-- them as they were, so that a plan that was changed afterwards is known not to be signed. Those that were signed for a case
-- before are taken for signatures of the plan as it stands.
alter table consent
  add column ortho_case_id uuid,
  add column ortho_terms text not null default '',
  add constraint consent_ortho_case_fk foreign key (tenant_id, ortho_case_id) references ortho_case (tenant_id, id);
create index consent_ortho_case_idx on consent (tenant_id, ortho_case_id) where ortho_case_id is not null;
update consent c set ortho_case_id = k.id,
    ortho_terms = coalesce(k.appliance, '') || '|' || k.extraction || '|' || coalesce(k.months::text, '') || '|' || coalesce(k.fee_total::text, '')
      || '|' || coalesce(k.down_payment::text, '') || '|' || coalesce(k.instalment_count::text, '') || '|' || coalesce(k.instalment_amount::text, '')
      || '|' || coalesce(k.instalment_day::text, '')
  from ortho_case k
  where c.template_key = 'orthodontics' and c.status = 1 and k.tenant_id = c.tenant_id and k.patient_id = c.patient_id
    and k.id = (select o.id from ortho_case o where o.tenant_id = c.tenant_id and o.patient_id = c.patient_id
      and c.sign_time >= o.began_on - 90 order by o.began_on desc, o.id desc limit 1);
