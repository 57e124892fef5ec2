export { TemplateWorkspace } from './deferred.ts'
export type { RecentPaper } from './hooks.ts'
