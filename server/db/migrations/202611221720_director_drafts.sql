-- A director may draft a record for the doctors of the department, as a nurse may: nobody gives a post what he does not
-- hold himself, and a director takes nurses on.
update post_resource r set data_scope = 2
  from post p
 where p.tenant_id = r.tenant_id and p.id = r.post_id and p.code = 'director'
   and r.resource = '/patientMedicalRecord:add' and r.data_scope = 1;
