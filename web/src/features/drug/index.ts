export { DrugList } from './DrugList.tsx'
export { DrugPage } from './DrugPage.tsx'
