export { Duplicates } from './Duplicates.tsx'
export { History } from './History.tsx'
