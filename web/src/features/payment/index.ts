export { PayPage } from './PayPage.tsx'
