export { useCase, useCasesOf } from './hooks.ts'
export { ExamPane, VisitPane, VisitSide } from './deferred.ts'
export type { LentText } from './text.ts'
