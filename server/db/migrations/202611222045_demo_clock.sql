-- The clock of a demo, kept over restarts. There is a row where the demo was made, until somebody returns to real time.
create table demo_clock (
  id boolean primary key default true constraint demo_clock_id_check check (id),
  -- What the clinic's clock showed when the world's showed real_at.
  demo_at timestamptz not null,
  real_at timestamptz not null,
  constraint demo_clock_behind_check check (demo_at <= real_at)
);
grant select, update, delete on demo_clock to dentin_app;
