-- Pieces that were done by being charged, because the price list says so of their item, are told from those that somebody noted.
alter table bill_item_execution add column by_charge boolean not null default false;
