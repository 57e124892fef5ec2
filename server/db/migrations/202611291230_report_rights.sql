-- Reports are taken out as files by a right of their own, and the days before today's takings are seen by another. The posts that a
-- company begins with are offered both by their declaration; every other post but the desk keeps what it could do, and so does one
-- of those that the company gave a report to by itself.
insert into post_resource (tenant_id, post_id, resource, data_scope)
select r.tenant_id, r.post_id, replace(r.resource, ':view', ':export'), r.data_scope
from post_resource r
join post p on p.tenant_id = r.tenant_id and p.id = r.post_id and p.code <> 'reception'
where r.resource = any (array['/analysisData:view', '/productReport:view', '/incomeSummary:view', '/accountStatement:view',
  '/collectionBalanceSheet:view', '/patientBalanceRecord:view', '/customerService:view', '/employeeReport:view',
  '/membershipCardSurvey:view', '/patientAnalysisData:view', '/firstDiagnosjuiis:view', '/billRecord:view', '/treatmentRecord:view',
  '/memberCardRecord:view', '/matchingDiagnosis:view', '/referralRecord:view', '/clinicanalysisData:view',
  '/clinicaccountStatement:view', '/clinicemployeeReport:view', '/clinicpatientAnalysisData:view', '/clinicfirstDiagnosis:view',
  '/clinicbillRecord:view', '/clinictreatmentRecord:view', '/clinicmatchingDiagnosis:view', '/clinicreferralRecord:view'])
on conflict do nothing;

insert into post_resource (tenant_id, post_id, resource, data_scope)
select r.tenant_id, r.post_id, replace(r.resource, ':view', ':past'), r.data_scope
from post_resource r
join post p on p.tenant_id = r.tenant_id and p.id = r.post_id and p.code <> 'reception'
where r.resource = any (array['/clinicaccountStatement:view', '/clinicbillRecord:view'])
on conflict do nothing;
