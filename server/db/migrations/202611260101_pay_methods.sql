-- Ways to pay are kept on their own page.
alter table pay_method
  -- What is kept of each payment by whoever carries it, in ten-thousandths.
  add column fee_rate int not null default 0 constraint pay_method_fee_rate_check check (fee_rate between 0 and 1000),
  add column icon text not null default 'yen',
  add column allow_refund boolean not null default true,
  add column count_performance boolean not null default true,
  add constraint pay_method_name_key unique (tenant_id, name);
update pay_method set count_performance = false where code = 'card_bonus';
update pay_method set icon = case code when 'cash' then 'cash' when 'wechat' then 'wechat' when 'alipay' then 'alipay'
  when 'bank_card' then 'bank-card' when 'transfer' then 'bank' when 'medicare_pool' then 'shield-check' when 'medicare_account' then 'shield-check' when 'card_principal' then 'card'
  when 'card_bonus' then 'card' else icon end;
