export { Merchants } from './Merchants.tsx'
