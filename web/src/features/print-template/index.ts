export { TemplateWorkspace } from './TemplateWorkspace.tsx'
export type { RecentPaper } from './hooks.ts'
