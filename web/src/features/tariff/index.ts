export { ClinicPrices } from './ClinicPrices.tsx'
export { PriceMatrix } from './PriceMatrix.tsx'
export { Prices } from './Prices.tsx'
export { Packages } from './Packages.tsx'
