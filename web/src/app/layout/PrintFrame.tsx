import { Outlet } from 'react-router'
import { ClinicLetterhead } from '../../domain/clinic-letterhead.tsx'

/** Around every page to print. */
export const PrintFrame = () => (
  <ClinicLetterhead>
    <Outlet />
  </ClinicLetterhead>
)
