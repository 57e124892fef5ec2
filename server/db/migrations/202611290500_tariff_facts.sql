-- What the quality list of records asks of an item: it was read off the item's name until now, and begins with what the names say.
alter table tariff
  add column is_surgery boolean not null default false,
  add column is_implant boolean not null default false,
  -- 1 a root canal goes on, 2 it is filled, 3 stitched, 4 stitches taken out, 5 temporary crown, 6 the crown that stays
  add column course int constraint tariff_course_check check (course between 1 and 6);
update tariff set
  is_surgery = name ~ '拔除|拔牙|植入|植骨|翻瓣|切开|切除|根尖手术|骨增量|上颌窦提升|活检|微创拔|种植手术|种植一期',
  is_implant = name ~ '种植体|种植手术|植入术|种植一期' and name !~ '冠|基台|二期|导板|取模|咨询|复查',
  course = case
    when name ~ '根管充填|根充' then 2
    when name ~ '根管|牙髓摘除' then 1
    when name ~ '拆线' then 4
    when name ~ '缝合' then 3
    when name ~ '临时冠|暂冠|临时修复' then 5
    when name ~ '戴牙|永久粘' then 6
  end;
