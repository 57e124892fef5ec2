-- Electronic invoices for patients' money. What may be invoiced is a right that every fen brings with it when it comes in and that
-- follows the fen: from a card or a prepayment to the bill that it pays, back again, to another card, and out of the house when it is
-- given back. The function that posts moves the rights; where a right falls below what was invoiced for it, a red invoice is raised in
-- the same call.

-- With which account of which platform a clinic issues.
create table invoice_account (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  -- Of the seller, as the tax office knows it.
  seller_name text not null check (seller_name <> ''),
  tax_no text not null check (tax_no ~ '^[0-9A-Z]{15,20}$'),
  address text not null default '',
  phone text not null default '',
  bank_name text not null default '',
  bank_account text not null default '',
  drawer text not null default '',
  -- Cards and prepayments are invoiced 1 when they are recharged, 2 when they are used; never both.
  rule int not null default 2 check (rule in (1, 2)),
  -- In percent; 0: exempt.
  service_rate int not null default 0 check (service_rate between 0 and 13),
  goods_rate int not null default 13 check (goods_rate between 0 and 13),
  enabled boolean not null default true,
  -- The platform; without an address and keys the stand-in issues, where the environment has one.
  address_url text not null default '',
  app_id text not null default '',
  public_key text not null default '',
  sealed_private_key text,
  private_key_tail text not null default '',
  tested_at timestamptz,
  test_result text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint invoice_account_clinic_key unique (tenant_id, clinic_id),
  constraint invoice_account_platform_check check ((address_url = '') = (app_id = '') and (address_url = '') = (public_key = '')
    and (address_url = '') = (sealed_private_key is null))
);
select app.clinic_table('invoice_account');
alter table invoice_account add constraint invoice_account_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id);

create table invoice (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  invoice_no text not null,
  patient_id uuid not null,
  -- 0 to be sent, 1 at the platform, 2 issued, 3 failed, 4 red in whole, 5 given up
  status int not null default 0 check (status between 0 and 5),
  -- 0 ordinary, 1 special
  type int not null check (type in (0, 1)),
  -- 0 a person, 1 a company
  title_type int not null check (title_type in (0, 1)),
  title text not null check (title <> ''),
  tax_no text not null default '',
  reg_address text not null default '',
  reg_phone text not null default '',
  bank_name text not null default '',
  bank_account text not null default '',
  email text not null default '',
  mobile text not null default '',
  -- [{name, kind, amount, rate, tax}]
  items jsonb not null,
  amount numeric(14, 2) not null check (amount > 0),
  tax_amount numeric(14, 2) not null check (tax_amount >= 0),
  -- With which account, under which number; a retry of one that failed is another attempt with another number.
  account_id uuid not null,
  app_id text not null default '',
  attempt int not null default 1 check (attempt > 0),
  request_no text not null,
  sent_at timestamptz,
  message text not null default '',
  -- As the platform says it.
  number text not null default '',
  issue_date date,
  file_url text not null default '',
  file_hash text not null default '',
  -- What of it is red by now.
  red_amount numeric(14, 2) not null default 0 check (red_amount >= 0),
  -- 1 the desk, 2 the buyer, whose page proves itself with a key
  source int not null check (source in (1, 2)),
  key_hash text,
  drawer_id uuid,
  drawer_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (tenant_id, id),
  constraint invoice_no_key unique (tenant_id, clinic_id, invoice_no),
  constraint invoice_request_key unique (tenant_id, request_no),
  constraint invoice_company_check check (title_type = 0 or tax_no ~ '^[0-9A-Z]{15,20}$'),
  constraint invoice_special_check check (type = 0 or (title_type = 1 and reg_address <> '' and reg_phone <> '' and bank_name <> '' and bank_account <> '')),
  constraint invoice_issued_check check ((status in (2, 4)) = (number <> '') and (number = '') = (issue_date is null)),
  constraint invoice_red_check check (red_amount <= amount and (status = 4) = (red_amount = amount)),
  constraint invoice_tax_check check (tax_amount < amount)
);
select app.clinic_table('invoice');
alter table invoice
  add constraint invoice_clinic_fk foreign key (tenant_id, clinic_id) references clinic (tenant_id, id),
  add constraint invoice_patient_fk foreign key (tenant_id, patient_id) references patient (tenant_id, live_id),
  add constraint invoice_account_fk foreign key (tenant_id, account_id) references invoice_account (tenant_id, id);
create index invoice_list_idx on invoice (tenant_id, clinic_id, created_at desc, id);
create index invoice_patient_idx on invoice (tenant_id, patient_id, created_at desc);
create index invoice_account_idx on invoice (tenant_id, account_id);
create index invoice_open_idx on invoice (tenant_id, clinic_id) where status in (0, 1);
create unique index invoice_number_key on invoice (tenant_id, number) where number <> '';

-- What an invoice covers: 1 a bill, 2 the principal of a card, 3 a prepayment, 4 the fee of a card or the price of a times card.
create table invoice_cover (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  invoice_id uuid not null,
  kind int not null check (kind between 1 and 4),
  bill_id uuid,
  card_id uuid,
  prepay_id uuid,
  amount numeric(14, 2) not null check (amount > 0),
  primary key (tenant_id, id),
  constraint invoice_cover_one_check check ((kind = 1) = (bill_id is not null) and (kind in (2, 4)) = (card_id is not null)
    and (kind = 3) = (prepay_id is not null))
);
select app.clinic_table('invoice_cover', true);
alter table invoice_cover
  add constraint invoice_cover_invoice_fk foreign key (tenant_id, invoice_id) references invoice (tenant_id, id),
  add constraint invoice_cover_bill_fk foreign key (tenant_id, bill_id) references bill (tenant_id, id),
  add constraint invoice_cover_card_fk foreign key (tenant_id, card_id) references member_card (tenant_id, id),
  add constraint invoice_cover_prepay_fk foreign key (tenant_id, prepay_id) references prepay (tenant_id, id);
create index invoice_cover_invoice_idx on invoice_cover (tenant_id, invoice_id);
create index invoice_cover_bill_idx on invoice_cover (tenant_id, bill_id) where bill_id is not null;
create index invoice_cover_card_idx on invoice_cover (tenant_id, card_id, kind) where card_id is not null;
create index invoice_cover_prepay_idx on invoice_cover (tenant_id, prepay_id) where prepay_id is not null;

-- Red invoices: each names the blue one that it takes back in part or whole.
create table invoice_red (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  invoice_id uuid not null,
  -- 0 to be sent, 1 at the platform, 2 issued, 3 failed, 5 withdrawn
  status int not null default 0 check (status in (0, 1, 2, 3, 5)),
  -- 1 issued by mistake, 2 goods given back, 3 service ended, 4 allowance
  reason int not null check (reason between 1 and 4),
  remark text not null default '',
  -- Asked for at the desk (1), or raised by the ledger (2).
  source int not null check (source in (1, 2)),
  -- Money went back for it: it has to be issued, and nobody withdraws it.
  is_due boolean not null,
  amount numeric(14, 2) not null check (amount > 0),
  -- Shared out when it is sent: of the blue one's items and tax what is left of them.
  items jsonb,
  tax_amount numeric(14, 2) check (tax_amount >= 0),
  app_id text not null default '',
  attempt int not null default 1 check (attempt > 0),
  request_no text not null,
  sent_at timestamptz,
  message text not null default '',
  number text not null default '',
  issue_date date,
  file_url text not null default '',
  file_hash text not null default '',
  -- Which movement raised it.
  entry_id uuid,
  raised_id uuid,
  raised_name text not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, id),
  constraint invoice_red_request_key unique (tenant_id, request_no),
  constraint invoice_red_sent_check check ((items is null) = (tax_amount is null) and (status not in (1, 2, 3) or items is not null)),
  constraint invoice_red_issued_check check ((status = 2) = (number <> '') and (number = '') = (issue_date is null)),
  constraint invoice_red_due_check check ((source = 2) = (entry_id is not null) and (source = 1 or is_due))
);
select app.clinic_table('invoice_red');
alter table invoice_red
  add constraint invoice_red_invoice_fk foreign key (tenant_id, invoice_id) references invoice (tenant_id, id),
  add constraint invoice_red_entry_fk foreign key (tenant_id, entry_id) references ledger_entry (tenant_id, id);
create index invoice_red_invoice_idx on invoice_red (tenant_id, invoice_id);
create index invoice_red_entry_idx on invoice_red (tenant_id, entry_id) where entry_id is not null;
create index invoice_red_open_idx on invoice_red (tenant_id, clinic_id) where status in (0, 1, 3);

create table invoice_red_cover (
  tenant_id uuid not null,
  id uuid not null,
  clinic_id uuid not null,
  red_id uuid not null,
  cover_id uuid not null,
  amount numeric(14, 2) not null check (amount > 0),
  primary key (tenant_id, id),
  constraint invoice_red_cover_key unique (tenant_id, red_id, cover_id)
);
select app.clinic_table('invoice_red_cover', true);
alter table invoice_red_cover
  add constraint invoice_red_cover_red_fk foreign key (tenant_id, red_id) references invoice_red (tenant_id, id),
  add constraint invoice_red_cover_cover_fk foreign key (tenant_id, cover_id) references invoice_cover (tenant_id, id);
create index invoice_red_cover_cover_idx on invoice_red_cover (tenant_id, cover_id);

-- What may be invoiced, and what was: of a bill, a card, a prepayment (kinds as in invoice_cover). Of the functions below alone.
create table invoice_right (
  tenant_id uuid not null,
  kind int not null check (kind between 1 and 4),
  holder_id uuid not null,
  right_amount numeric(14, 2) not null default 0 check (right_amount >= 0),
  -- Asked for or issued; red and issued; red that has to be issued because money went back.
  invoiced_amount numeric(14, 2) not null default 0 check (invoiced_amount >= 0),
  red_amount numeric(14, 2) not null default 0 check (red_amount >= 0),
  due_amount numeric(14, 2) not null default 0 check (due_amount >= 0),
  primary key (tenant_id, kind, holder_id),
  constraint invoice_right_check check (invoiced_amount - red_amount - due_amount <= right_amount)
);
select app.tenant_table('invoice_right');
revoke insert, update, delete on invoice_right from dentin_app;

-- The right that came to a bill with a payment of a card or a prepayment: what of the payment lies on the bill, and how much of that
-- was not invoiced before.
create table invoice_carried (
  tenant_id uuid not null,
  payment_id uuid not null,
  part_amount numeric(14, 2) not null check (part_amount >= 0),
  right_amount numeric(14, 2) not null check (right_amount >= 0),
  primary key (tenant_id, payment_id),
  constraint invoice_carried_check check (right_amount <= part_amount)
);
select app.tenant_table('invoice_carried');
revoke insert, update, delete on invoice_carried from dentin_app;
alter table invoice_carried add constraint invoice_carried_payment_fk foreign key (tenant_id, payment_id) references bill_payment (tenant_id, id);

-- Where a buyer asks for an invoice: from the code on the receipt to what it is for. Of the code only its hash is kept.
create table invoice_code (
  code_hash text primary key,
  tenant_id uuid not null,
  clinic_id uuid not null,
  kind int not null check (kind between 1 and 4),
  holder_id uuid not null,
  created_at timestamptz not null
);
select app.shared_table('invoice_code');
revoke update on invoice_code from dentin_app;

-- The platform's stand-in: what it was asked to issue, under which number.
create table sandbox_invoice (
  request_no text primary key,
  -- The request that this one takes back.
  blue_no text,
  seller_tax_no text not null,
  amount numeric(14, 2) not null,
  told jsonb not null,
  -- running, issued, failed
  status text not null check (status in ('running', 'issued', 'failed')),
  number text not null,
  why text not null default '',
  times int not null default 1,
  created_at timestamptz not null,
  issued_at timestamptz
);
select app.plain_table('sandbox_invoice');

-- The row of a holder, locked.
create function app.lock_invoice_right(p_tenant uuid, p_kind int, p_holder uuid) returns invoice_right language plpgsql set search_path = public, pg_temp as $$
declare v_right invoice_right;
begin
  select * into v_right from invoice_right where tenant_id = p_tenant and kind = p_kind and holder_id = p_holder for update;
  if not found then
    insert into invoice_right (tenant_id, kind, holder_id) values (p_tenant, p_kind, p_holder) on conflict do nothing;
    select * into v_right from invoice_right where tenant_id = p_tenant and kind = p_kind and holder_id = p_holder for update;
  end if;
  return v_right;
end $$;
revoke execute on function app.lock_invoice_right(uuid, int, uuid) from public;

-- What was invoiced of a holder, as invoices and their reds stand now. Its row is locked.
create function app.count_invoiced(p_tenant uuid, p_kind int, p_holder uuid) returns void language sql set search_path = public, pg_temp as $$
  update invoice_right w set invoiced_amount = x.invoiced, red_amount = x.red, due_amount = x.due
  from (select coalesce(sum(c.amount), 0) as invoiced, coalesce(sum(r.red), 0) as red, coalesce(sum(r.due), 0) as due
    from invoice_cover c join invoice i on i.tenant_id = p_tenant and i.id = c.invoice_id and i.status in (0, 1, 2, 4)
    left join lateral (select sum(rc.amount) filter (where r.status = 2) as red,
        sum(rc.amount) filter (where r.status in (0, 1, 3) and r.is_due) as due
      from invoice_red_cover rc join invoice_red r on r.tenant_id = p_tenant and r.id = rc.red_id
      where rc.tenant_id = p_tenant and rc.cover_id = c.id) r on true
    where c.tenant_id = p_tenant and c.kind = p_kind
      and (c.bill_id = p_holder or c.card_id = p_holder or c.prepay_id = p_holder)) x
  where w.tenant_id = p_tenant and w.kind = p_kind and w.holder_id = p_holder
    and (w.invoiced_amount, w.red_amount, w.due_amount) is distinct from (x.invoiced, x.red, x.due)
$$;
revoke execute on function app.count_invoiced(uuid, int, uuid) from public;

-- After an invoice, or a red one of it, changed: what its holders have of it. With p_claims it is a new claim (an invoice that is asked
-- for, or again): a red that was not issued frees nothing for it.
create function app.weigh_invoice(p_tenant uuid, p_invoice uuid, p_claims boolean) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  v_holder record;
  v_right invoice_right;
begin
  if p_tenant is distinct from nullif(current_setting('app.tenant_id', true), '')::uuid then
    raise exception 'an invoice of somebody else' using errcode = 'insufficient_privilege';
  end if;
  for v_holder in
    select distinct c.kind, coalesce(c.bill_id, c.card_id, c.prepay_id) as id from invoice_cover c
    where c.tenant_id = p_tenant and c.invoice_id = p_invoice order by 1, 2
  loop
    v_right := app.lock_invoice_right(p_tenant, v_holder.kind, v_holder.id);
    if p_claims and v_right.right_amount < (select coalesce(sum(c.amount - coalesce((select sum(rc.amount) from invoice_red_cover rc
          join invoice_red r on r.tenant_id = p_tenant and r.id = rc.red_id and r.status = 2
          where rc.tenant_id = p_tenant and rc.cover_id = c.id), 0)), 0)
        from invoice_cover c join invoice i on i.tenant_id = p_tenant and i.id = c.invoice_id and i.status in (0, 1, 2, 4)
        where c.tenant_id = p_tenant and c.kind = v_holder.kind and (c.bill_id = v_holder.id or c.card_id = v_holder.id or c.prepay_id = v_holder.id)) then
      raise exception 'more is invoiced than may be' using errcode = 'check_violation', constraint = 'invoice_right_claim';
    end if;
    perform app.count_invoiced(p_tenant, v_holder.kind, v_holder.id);
  end loop;
end $$;
revoke execute on function app.weigh_invoice(uuid, uuid, boolean) from public;
grant execute on function app.weigh_invoice(uuid, uuid, boolean) to dentin_app;

-- More (or, below zero, less) may be invoiced of a holder. @returns how much less it became
create function app.move_invoice_right(p_tenant uuid, p_kind int, p_holder uuid, p_amount numeric) returns numeric language plpgsql set search_path = public, pg_temp as $$
declare
  v_right invoice_right := app.lock_invoice_right(p_tenant, p_kind, p_holder);
  v_moved numeric := greatest(p_amount, -v_right.right_amount);
begin
  if v_moved <> 0 then
    -- What is invoiced beyond it becomes due at once: app.redden_invoices raises the reds before the entry ends.
    update invoice_right w set right_amount = w.right_amount + v_moved,
        due_amount = greatest(w.due_amount, w.invoiced_amount - w.red_amount - w.right_amount - v_moved)
      where w.tenant_id = p_tenant and w.kind = p_kind and w.holder_id = p_holder;
  end if;
  return -v_moved;
end $$;
revoke execute on function app.move_invoice_right(uuid, int, uuid, numeric) from public;

-- Raises the red invoices that a holder needs, or takes back those that nobody sent and nobody needs any more.
create function app.redden_invoices(p_tenant uuid, p_kind int, p_holder uuid, p_entry uuid, p_reason int) returns void language plpgsql set search_path = public, pg_temp as $$
declare
  v_right invoice_right := app.lock_invoice_right(p_tenant, p_kind, p_holder);
  v_need numeric;
  v_cover record;
  v_red uuid;
  v_take numeric;
begin
  if v_right.invoiced_amount = 0 then
    return;
  end if;
  v_need := greatest(0, v_right.invoiced_amount - v_right.red_amount - v_right.right_amount);
  perform app.fit_reds(p_tenant, p_kind, p_holder, p_entry, v_need);
  v_need := v_need - app.due_of(p_tenant, p_kind, p_holder);
  if v_need > 0 then
    for v_cover in
      select c.id, c.invoice_id, c.clinic_id, i.app_id,
        c.amount - coalesce((select sum(rc.amount) from invoice_red_cover rc join invoice_red r on r.tenant_id = p_tenant and r.id = rc.red_id
          where rc.tenant_id = p_tenant and rc.cover_id = c.id and r.status <> 5), 0) as rest
      from invoice_cover c join invoice i on i.tenant_id = p_tenant and i.id = c.invoice_id and i.status in (0, 1, 2)
      where c.tenant_id = p_tenant and c.kind = p_kind and (c.bill_id = p_holder or c.card_id = p_holder or c.prepay_id = p_holder)
      order by i.created_at desc, i.id desc
    loop
      exit when v_need <= 0;
      v_take := least(v_cover.rest, v_need);
      continue when v_take <= 0;
      v_red := gen_random_uuid();
      insert into invoice_red (tenant_id, id, clinic_id, invoice_id, reason, source, is_due, amount, app_id, request_no, entry_id, raised_id, raised_name, created_at)
        select p_tenant, v_red, v_cover.clinic_id, v_cover.invoice_id, p_reason, 2, true, v_take, v_cover.app_id,
          'DR' || replace(gen_random_uuid()::text, '-', ''), e.id, e.actor_id, e.actor_name, e.moment
        from ledger_entry e where e.tenant_id = p_tenant and e.id = p_entry;
      insert into invoice_red_cover (tenant_id, id, clinic_id, red_id, cover_id, amount)
        values (p_tenant, gen_random_uuid(), v_cover.clinic_id, v_red, v_cover.id, v_take);
      v_need := v_need - v_take;
    end loop;
  end if;
  perform app.count_invoiced(p_tenant, p_kind, p_holder);
end $$;
revoke execute on function app.redden_invoices(uuid, int, uuid, uuid, int) from public;

-- What has to become red of a holder, by the rows.
create function app.due_of(p_tenant uuid, p_kind int, p_holder uuid) returns numeric language sql stable set search_path = public, pg_temp as $$
  select coalesce(sum(rc.amount), 0) from invoice_cover c join invoice i on i.tenant_id = p_tenant and i.id = c.invoice_id and i.status in (0, 1, 2)
    join invoice_red_cover rc on rc.tenant_id = p_tenant and rc.cover_id = c.id
    join invoice_red r on r.tenant_id = p_tenant and r.id = rc.red_id and r.status in (0, 1, 3) and r.is_due
  where c.tenant_id = p_tenant and c.kind = p_kind and (c.bill_id = p_holder or c.card_id = p_holder or c.prepay_id = p_holder)
$$;
revoke execute on function app.due_of(uuid, int, uuid) from public;

-- Reds that are there already serve a need: what the desk asked for has to be issued then; what the ledger raised and nobody sent goes
-- when it is more than is needed.
create function app.fit_reds(p_tenant uuid, p_kind int, p_holder uuid, p_entry uuid, p_need numeric) returns void language plpgsql set search_path = public, pg_temp as $$
declare v_red record;
begin
  if app.due_of(p_tenant, p_kind, p_holder) > p_need then
    update invoice_red r set status = 5, ended_at = e.moment, message = '退款已撤回，不再需要'
    from ledger_entry e where e.tenant_id = p_tenant and e.id = p_entry and r.tenant_id = p_tenant and r.status = 0 and r.source = 2 and exists (select 1 from invoice_red_cover rc
      join invoice_cover c on c.tenant_id = p_tenant and c.id = rc.cover_id
      where rc.tenant_id = p_tenant and rc.red_id = r.id and c.kind = p_kind
        and (c.bill_id = p_holder or c.card_id = p_holder or c.prepay_id = p_holder));
  end if;
  for v_red in
    select distinct r.id, r.created_at from invoice_red r join invoice_red_cover rc on rc.tenant_id = p_tenant and rc.red_id = r.id
      join invoice_cover c on c.tenant_id = p_tenant and c.id = rc.cover_id
    where r.tenant_id = p_tenant and r.status in (0, 1, 3) and not r.is_due and c.kind = p_kind
      and (c.bill_id = p_holder or c.card_id = p_holder or c.prepay_id = p_holder)
    order by r.created_at
  loop
    exit when app.due_of(p_tenant, p_kind, p_holder) >= p_need;
    update invoice_red set is_due = true where tenant_id = p_tenant and id = v_red.id;
  end loop;
end $$;
revoke execute on function app.fit_reds(uuid, int, uuid, uuid, numeric) from public;

-- When cards and prepayments of a clinic are invoiced: 1 when they are recharged, 2 when they are used.
create function app.invoice_rule(p_tenant uuid, p_clinic uuid) returns int language sql stable set search_path = public, pg_temp as $$
  select coalesce((select rule from invoice_account where tenant_id = p_tenant and clinic_id = p_clinic), 2)
$$;
revoke execute on function app.invoice_rule(uuid, uuid) from public;

-- The holders of rights that an entry touches.
create function app.invoice_holders(p_tenant uuid, p_entry uuid) returns table (kind int, holder_id uuid) language sql stable set search_path = public, pg_temp as $$
  select 1, p.bill_id from ledger_posting p
    where p.tenant_id = p_tenant and p.entry_id = p_entry and p.account = 'receivable' and p.payment_id is not null and p.part in ('cash', 'principal', 'deposit')
  union
  select case p.part when 'deposit' then 3 when 'times' then 4 else 2 end, coalesce(y.prepay_id, c.main_card_id, c.id)
    from ledger_posting p join bill_payment y on y.tenant_id = p_tenant and y.id = p.payment_id
    left join member_card c on c.tenant_id = p_tenant and c.id = y.card_id
    where p.tenant_id = p_tenant and p.entry_id = p_entry and p.account = 'receivable' and p.part in ('principal', 'deposit', 'times')
      and coalesce(y.prepay_id, y.card_id) is not null
  union
  select k.kind, p.card_id from ledger_posting p cross join (values (2), (4)) k(kind)
    where p.tenant_id = p_tenant and p.entry_id = p_entry and p.card_id is not null and p.payment_id is null and p.bill_id is null
      and p.account in ('principal', 'cash', 'clearing')
  union
  select 3, p.prepay_id from ledger_posting p
    where p.tenant_id = p_tenant and p.entry_id = p_entry and p.prepay_id is not null and p.payment_id is null and p.bill_id is null
$$;
revoke execute on function app.invoice_holders(uuid, uuid) from public;

-- What may be invoiced, as the postings of an entry say. Vouchers of platforms, units, bonus, points and uses of times cards bring
-- nothing to a bill: the platform, the unit and the sale of the card settle those.
create function app.ledger_apply_invoices(p_tenant uuid, p_entry uuid) returns void language plpgsql set search_path = public, pg_temp as $$
declare
  v_scope text := current_setting('app.clinic', true);
  v_kind int := (select e.kind from ledger_entry e where e.tenant_id = p_tenant and e.id = p_entry);
  v_holder record;
  v_move record;
  v_right invoice_right;
  v_carried record;
  v_amount numeric;
  v_back numeric;
  v_sent numeric := 0;
  v_reason int;
begin
  -- What clinics owe each other for a card or a prepayment moves no right.
  if v_kind in (12, 16) or not exists (select 1 from ledger_posting p where p.tenant_id = p_tenant and p.entry_id = p_entry
      and (p.payment_id is not null or p.card_id is not null or p.prepay_id is not null)) then
    return;
  end if;
  -- A card may be of another clinic, and so its invoice.
  perform set_config('app.clinic', 'all', true);
  for v_holder in select h.kind, h.holder_id from app.invoice_holders(p_tenant, p_entry) h order by 1, 2 loop
    perform app.lock_invoice_right(p_tenant, v_holder.kind, v_holder.holder_id);
  end loop;

  -- Payments of bills, those that go out before those that come in.
  for v_move in
    select p.bill_id, p.payment_id, p.part, -sum(p.amount) as amount, y.card_id, y.prepay_id, m.type as way,
      coalesce(q.id, c.main_card_id, c.id) as purse, coalesce(q.open_clinic_id, c.open_clinic_id) as home,
      -- Back into the purse that it came from, or out of the house.
      exists (select 1 from ledger_posting z where z.tenant_id = p_tenant and z.entry_id = p_entry and z.payment_id = p.payment_id
        and z.account = case p.part when 'deposit' then 'deposit' when 'times' then 'times' else 'principal' end) as keeps
    from ledger_posting p join bill_payment y on y.tenant_id = p_tenant and y.id = p.payment_id
      join pay_method m on m.tenant_id = p_tenant and m.id = y.pay_method_id
      left join member_card c on c.tenant_id = p_tenant and c.id = y.card_id
      left join prepay q on q.tenant_id = p_tenant and q.id = y.prepay_id
    where p.tenant_id = p_tenant and p.entry_id = p_entry and p.account = 'receivable' and p.payment_id is not null
      and p.part in ('cash', 'principal', 'deposit', 'times')
    group by p.bill_id, p.payment_id, p.part, y.card_id, y.prepay_id, m.type, q.id, q.open_clinic_id, c.id, c.main_card_id, c.open_clinic_id
    having sum(p.amount) <> 0 order by 4, 2
  loop
    if v_move.part = 'cash' then
      if v_move.way <> 6 then
        perform app.move_invoice_right(p_tenant, 1, v_move.bill_id, v_move.amount);
      end if;
    elsif v_move.part = 'times' then
      -- Uses of a card that was closed leave in money: less of its price may be invoiced.
      if v_move.amount < 0 and not v_move.keeps and v_move.purse is not null then
        perform app.move_invoice_right(p_tenant, 4, v_move.purse, v_move.amount);
      end if;
    elsif v_move.purse is null then
      continue;
    elsif v_move.amount > 0 then
      v_amount := 0;
      if app.invoice_rule(p_tenant, v_move.home) = 2 then
        v_right := app.lock_invoice_right(p_tenant, case v_move.part when 'deposit' then 3 else 2 end, v_move.purse);
        v_amount := greatest(0, least(v_move.amount, v_right.right_amount - v_right.invoiced_amount + v_right.red_amount));
      end if;
      insert into invoice_carried as k (tenant_id, payment_id, part_amount, right_amount)
        values (p_tenant, v_move.payment_id, v_move.amount, v_amount)
        on conflict (tenant_id, payment_id) do update set part_amount = k.part_amount + excluded.part_amount,
          right_amount = k.right_amount + excluded.right_amount;
      if v_amount > 0 then
        perform app.move_invoice_right(p_tenant, case v_move.part when 'deposit' then 3 else 2 end, v_move.purse, -v_amount);
        perform app.move_invoice_right(p_tenant, 1, v_move.bill_id, v_amount);
      end if;
    else
      -- What was invoiced before goes back first; the right that the bill has of it is the last to go.
      select k.part_amount, k.right_amount into v_carried from invoice_carried k where k.tenant_id = p_tenant and k.payment_id = v_move.payment_id;
      v_amount := greatest(0, -v_move.amount - (coalesce(v_carried.part_amount, 0) - coalesce(v_carried.right_amount, 0)));
      v_amount := least(v_amount, coalesce(v_carried.right_amount, 0));
      update invoice_carried k set part_amount = greatest(k.part_amount + v_move.amount, k.right_amount - v_amount), right_amount = k.right_amount - v_amount
        where k.tenant_id = p_tenant and k.payment_id = v_move.payment_id;
      v_back := app.move_invoice_right(p_tenant, 1, v_move.bill_id, -v_amount);
      perform app.move_invoice_right(p_tenant, case v_move.part when 'deposit' then 3 else 2 end, v_move.purse,
        case when v_move.keeps then v_back else v_move.amount + v_amount end);
    end if;
  end loop;

  -- Cards: sold, recharged, given back, handed over. Money that came for principal is of the purse, any other the price of the card.
  for v_move in
    select p.card_id, coalesce(-sum(p.amount) filter (where p.account = 'principal'), 0) as principal,
      coalesce(sum(p.amount) filter (where p.account in ('cash', 'clearing')), 0) as cash
    from ledger_posting p where p.tenant_id = p_tenant and p.entry_id = p_entry and p.card_id is not null and p.payment_id is null
      and p.bill_id is null and p.account in ('principal', 'cash', 'clearing')
    group by p.card_id order by 2, 1
  loop
    if v_move.cash > 0 then
      v_amount := least(v_move.cash, greatest(v_move.principal, 0));
      perform app.move_invoice_right(p_tenant, 2, v_move.card_id, v_amount);
      perform app.move_invoice_right(p_tenant, 4, v_move.card_id, v_move.cash - v_amount);
    elsif v_move.cash < 0 then
      v_amount := least(-v_move.cash, greatest(-v_move.principal, 0));
      perform app.move_invoice_right(p_tenant, 2, v_move.card_id, -v_amount);
      perform app.move_invoice_right(p_tenant, 4, v_move.card_id, v_move.cash + v_amount);
    elsif v_kind = 10 and v_move.principal < 0 then
      v_sent := v_sent + app.move_invoice_right(p_tenant, 2, v_move.card_id, v_move.principal);
    elsif v_kind = 10 then
      v_amount := least(v_sent, v_move.principal);
      perform app.move_invoice_right(p_tenant, 2, v_move.card_id, v_amount);
      v_sent := v_sent - v_amount;
    end if;
  end loop;

  -- Prepayments the same.
  v_sent := 0;
  for v_move in
    select p.prepay_id, coalesce(-sum(p.amount) filter (where p.account = 'deposit'), 0) as held,
      coalesce(sum(p.amount) filter (where p.account in ('cash', 'clearing')), 0) as cash
    from ledger_posting p where p.tenant_id = p_tenant and p.entry_id = p_entry and p.prepay_id is not null and p.payment_id is null
      and p.bill_id is null
    group by p.prepay_id order by 2, 1
  loop
    if v_move.cash <> 0 then
      perform app.move_invoice_right(p_tenant, 3, v_move.prepay_id, v_move.cash);
    elsif v_kind = 15 and v_move.held < 0 then
      v_sent := v_sent + app.move_invoice_right(p_tenant, 3, v_move.prepay_id, v_move.held);
    elsif v_kind = 15 then
      v_amount := least(v_sent, v_move.held);
      perform app.move_invoice_right(p_tenant, 3, v_move.prepay_id, v_amount);
      v_sent := v_sent - v_amount;
    end if;
  end loop;

  v_reason := case
    when v_kind in (3, 5) then 1
    when v_kind = 4 then (select case when f.type = 4 then 1 when f.type = 2 then 4 when b.bill_type = 2 then 2 else 3 end
      from ledger_entry e join refund f on f.tenant_id = p_tenant and f.id = e.document_id
      join bill b on b.tenant_id = p_tenant and b.id = f.bill_id where e.tenant_id = p_tenant and e.id = p_entry)
    else 3 end;
  for v_holder in select h.kind, h.holder_id from app.invoice_holders(p_tenant, p_entry) h order by 1, 2 loop
    perform app.redden_invoices(p_tenant, v_holder.kind, v_holder.holder_id, p_entry, coalesce(v_reason, 3));
  end loop;
  perform set_config('app.clinic', coalesce(v_scope, ''), true);
end $$;
revoke execute on function app.ledger_apply_invoices(uuid, uuid) from public;

do $$
declare v_body text := pg_get_functiondef('app.post_entry(uuid, jsonb, jsonb)'::regprocedure);
begin
  if position('perform app.ledger_apply_units(p_tenant, v_id);' in v_body) = 0 then
    raise exception 'app.post_entry is not what this migration expects';
  end if;
  execute replace(v_body, 'perform app.ledger_apply_units(p_tenant, v_id);',
    'perform app.ledger_apply_units(p_tenant, v_id);' || chr(10) || '  perform app.ledger_apply_invoices(p_tenant, v_id);');
end $$;

-- What came in before there were invoices, or was written past the product (demo data), in the order of time.
create function app.carry_invoices() returns void language plpgsql set search_path = public, pg_temp as $$
declare v_entry record;
begin
  if exists (select 1 from invoice_right) then
    return;
  end if;
  for v_entry in
    select e.tenant_id, e.id from ledger_entry e where e.kind not in (12, 16) order by e.tenant_id, e.moment, e.id
  loop
    perform app.ledger_apply_invoices(v_entry.tenant_id, v_entry.id);
  end loop;
end $$;
revoke execute on function app.carry_invoices() from public;
select app.carry_invoices();
