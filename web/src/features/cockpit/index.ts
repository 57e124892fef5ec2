export { CockpitPage } from './CockpitPage.tsx'
export { spans, type CockpitSpan } from './pace.ts'
