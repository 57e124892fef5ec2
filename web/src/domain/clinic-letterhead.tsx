import type { ReactNode } from 'react'
import { useClinicSettings } from '../lib/clinic-settings.ts'
import { usePicture } from '../lib/pictures.ts'
import { Letterhead } from '../ui/index.ts'

/** Around pages to print: the mark of the clinic at work for the heads of its papers. */
export function ClinicLetterhead({ children }: { children: ReactNode }) {
  const settings = useClinicSettings()
  const { src, failed } = usePicture(settings.data?.logo)
  const isPending = settings.isPending || (Boolean(settings.data?.logo) && !src && !failed)
  return <Letterhead value={{ clinicName: settings.data?.clinicName ?? '', src, isPending }}>{children}</Letterhead>
}
