-- Opening a session: tenant and clinic are set without a statement of their own to be read and planned, and the look-ups
-- keep the plans that every connection begins with.
create or replace function app.open_session(p_token_hash text, p_now timestamptz, p_resources text[], p_scope text)
returns table (
  session_id uuid, account_id uuid, account_name text, tenant_id uuid, clinic_id uuid, employee_id uuid,
  last_seen_at timestamptz, granted jsonb
) language plpgsql as $$
#variable_conflict use_column
declare
  v_set text;
begin
  select x.id, x.account_id, x.account_name, x.tenant_id, x.clinic_id, x.employee_id, x.last_seen_at, '{}'
    into session_id, account_id, account_name, tenant_id, clinic_id, employee_id, last_seen_at, granted
    from public.session x
    join public.account a on a.id = x.account_id and a.status = 0
    where x.token_hash = p_token_hash and x.revoked_at is null and x.expires_at > p_now
      and (x.clinic_id is null or exists (
        select 1 from public.account_clinic m where m.account_id = x.account_id and m.clinic_id = x.clinic_id and m.active));
  if not found then
    return;
  end if;
  if open_session.tenant_id is not null then
    v_set := set_config('app.tenant_id', open_session.tenant_id::text, true);
    v_set := set_config('app.clinic', case when p_scope = 'all' then 'all' else open_session.clinic_id::text end, true);
    if cardinality(p_resources) > 0 then
      select coalesce(jsonb_object_agg(r.resource, r.data_scope), '{}') into granted from (
        select pr.resource, max(pr.data_scope) as data_scope
        from public.employee_post ep
        join public.post_resource pr on pr.tenant_id = open_session.tenant_id and pr.post_id = ep.post_id
        where ep.tenant_id = open_session.tenant_id and ep.clinic_id = open_session.clinic_id
          and ep.employee_id = open_session.employee_id and pr.resource = any(p_resources)
        group by pr.resource
      ) r;
    end if;
  end if;
  return next;
end $$;
