export { CaseList } from './CaseList.tsx'
export { CasePage } from './CasePage.tsx'
export { NewCase, EditCase } from './EditCase.tsx'
export { ShownCases } from './ShownCases.tsx'
