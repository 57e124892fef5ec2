-- A sentence that the patient writes by hand stands beside the signatures, as strokes.
alter table consent_signature drop constraint consent_signature_role_check;
alter table consent_signature add constraint consent_signature_role_check
  check (role = any (array['patient', 'guardian', 'child', 'doctor', 'witness', 'sentence']));
