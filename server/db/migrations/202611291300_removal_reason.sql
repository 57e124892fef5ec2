-- Why a crown, a bridge, a splint or brackets were taken off, in words; '' for everything else and for removals before this.
alter table tooth_condition add column reason text not null default '' check (char_length(reason) <= 40);
