export { MyExports } from './MyExports.tsx'
