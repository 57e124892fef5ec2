export { DrugList } from './DrugList.tsx'
export { DrugPage } from './DrugPage.tsx'
export { RuleList } from './deferred.ts'
