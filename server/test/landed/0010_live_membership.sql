-- A session ends with what it stands on: a frozen account or a membership that was taken away opens nothing any more, at
-- the very next request and without anybody having to find the session first.
create or replace function app.open_session(p_token_hash text, p_now timestamptz, p_resources text[], p_scope text)
returns table (
  session_id uuid, account_id uuid, account_name text, tenant_id uuid, clinic_id uuid, employee_id uuid,
  last_seen_at timestamptz, granted jsonb
) language plpgsql as $$
#variable_conflict use_column
declare
  s public.session%rowtype;
  g jsonb := '{}';
begin
  select x.* into s from public.session x
    join public.account a on a.id = x.account_id and a.status = 0
    where x.token_hash = p_token_hash and x.revoked_at is null and x.expires_at > p_now
      and (x.clinic_id is null or exists (
        select 1 from public.account_clinic m where m.account_id = x.account_id and m.clinic_id = x.clinic_id and m.active));
  if not found then
    return;
  end if;
  if s.tenant_id is not null then
    execute format('set local app.tenant_id = %L', s.tenant_id);
    execute format('set local app.clinic = %L', case when p_scope = 'all' then 'all' else s.clinic_id::text end);
    if cardinality(p_resources) > 0 then
      select coalesce(jsonb_object_agg(r.resource, r.data_scope), '{}') into g from (
        select pr.resource, max(pr.data_scope) as data_scope
        from public.employee_post ep
        join public.post_resource pr on pr.tenant_id = s.tenant_id and pr.post_id = ep.post_id
        where ep.tenant_id = s.tenant_id and ep.clinic_id = s.clinic_id and ep.employee_id = s.employee_id
          and pr.resource = any(p_resources)
        group by pr.resource
      ) r;
    end if;
  end if;
  return query select s.id, s.account_id, s.account_name, s.tenant_id, s.clinic_id, s.employee_id, s.last_seen_at, g;
end $$;
