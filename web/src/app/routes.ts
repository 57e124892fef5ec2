import type { ComponentType } from 'react'

/** One screen of the product. `npm run routes` prints this list. */
export interface ScreenRoute {
  path: string
  title: string
  /** Reachable without a token. */
  public: boolean
  area: 'accounts' | 'patient' | 'appointments' | 'records' | 'charges' | 'settings' | 'system' | 'print'
  /** bare: fills the window. main: inside the main layout. workspace: main layout with the narrow rail. print: a page to print. */
  frame: 'bare' | 'main' | 'workspace' | 'print'
  /** The menu resource that opens it; none: every signed-in person (or everybody, when public). */
  resource?: `/${string}:${string}`
  load: () => Promise<{ default: ComponentType }>
}

/** Every screen. Each is its own chunk. */
export const screens: readonly ScreenRoute[] = [
  {
    path: '/allTimePatients',
    title: '患者',
    public: false,
    area: 'patient',
    frame: 'main',
    resource: '/allTimePatients:view',
    load: () => import('./pages/all-time-patients.tsx'),
  },
  {
    path: '/patientCenter',
    title: '患者档案',
    public: false,
    area: 'patient',
    frame: 'workspace',
    resource: '/patientCenter:view',
    load: () => import('./pages/patient-center.tsx'),
  },
  {
    path: '/patientResource',
    title: '患者资料',
    public: false,
    area: 'patient',
    frame: 'workspace',
    resource: '/patientCenter:view',
    load: () => import('./pages/patient-resource.tsx'),
  },
]
