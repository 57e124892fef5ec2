export { CompanyRules } from './CompanyRules.tsx'
