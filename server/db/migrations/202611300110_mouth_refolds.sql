-- How far the stored mouths of a company have been folded anew after the fold was changed: once for each version of it.
create table mouth_refold (
  tenant_id uuid not null,
  fold int not null,
  -- the last patient of the batches that are done; no key: the file may go
  reached uuid,
  done_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, fold)
);
select app.tenant_table('mouth_refold');
