import { useSyncExternalStore } from 'react'
import { ownKey } from '../../lib/session.ts'

/** A patient whose file was opened here lately. The mobile is covered. */
export interface RecentPatient {
  patientId: string
  name: string
  gender: number
  birthDay: string | null
  medicalNumber: string
  mobile: string | null
}

const LIMIT = 20
const listeners = new Set<() => void>()
let cache: { key: string; text: string | null; list: readonly RecentPatient[] } = { key: '', text: null, list: [] }

function read(): readonly RecentPatient[] {
  const key = ownKey('recentPatients')
  const text = localStorage.getItem(key)
  if (cache.key === key && cache.text === text) return cache.list
  let list: readonly RecentPatient[] = []
  try {
    list = text ? (JSON.parse(text) as RecentPatient[]) : []
  } catch {
    list = []
  }
  cache = { key, text, list }
  return list
}

/** Puts a patient in front of the ones opened before, once each, twenty at most; kept per person and clinic. */
export function noteRecent(patient: RecentPatient): void {
  const { patientId, name, gender, birthDay, medicalNumber, mobile } = patient
  const others = read().filter((each) => each.patientId !== patientId)
  const list = [{ patientId, name, gender, birthDay, medicalNumber, mobile }, ...others].slice(0, LIMIT)
  try {
    localStorage.setItem(ownKey('recentPatients'), JSON.stringify(list))
  } catch {
    return
  }
  for (const listener of listeners) listener()
}

/** The patients opened lately, newest first. */
export function useRecentPatients(): readonly RecentPatient[] {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    window.addEventListener('storage', listener)
    return () => {
      listeners.delete(listener)
      window.removeEventListener('storage', listener)
    }
  }, read)
}
