-- How somebody was congratulated on the birthday: 1 by hand, 2 by SMS, 3 by telephone.
alter table patient_greeting
  add column way int not null default 1 constraint patient_greeting_way_check check (way in (1, 2, 3));

-- Messages that congratulate: handed over, they say that it was done.
alter table sms_outbox add column greets boolean not null default false;
update sms_outbox set greets = true where scene = 'patient.birthday';
