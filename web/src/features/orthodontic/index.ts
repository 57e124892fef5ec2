export { CaseList } from './CaseList.tsx'
export { CasePage, CaseSheet, ExamPane, VisitPane, VisitSide } from './deferred.ts'
export { useCase } from './hooks.ts'
export { PatientCases } from './PatientCases.tsx'
