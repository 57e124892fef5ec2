-- One row that is written to find out whether the database takes anything in at all.
create table readiness (
  id boolean primary key default true constraint readiness_id_check check (id),
  at timestamptz not null
);
insert into readiness (at) values (now());
grant select, update on readiness to dentin_app;

-- A replayed answer is the first one to the letter: jsonb would order its keys anew.
alter table idempotency alter column response type json using response::json;
alter table provider_request alter column response type json using response::json;
