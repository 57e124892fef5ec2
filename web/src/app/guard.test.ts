import { describe, expect, it } from 'vitest'
import { firstDecision, secondDecision } from './guard.ts'

const login = { path: '/login', public: true }
const page = { path: '/dashboard', public: false }
const simulation = { path: '/diseaseSimulation1', public: true }
const inClinic = { clinicId: 'c' }
const without = { clinicId: null }

describe('the route guard', () => {
  it('guard-no-token, public-routes: sends everybody without a token to the sign-in page, but leaves public pages alone', () => {
    expect(firstDecision('/dashboard', page, null)).toEqual({ kind: 'sign-in' })
    expect(firstDecision('/no-such-page', null, null)).toEqual({ kind: 'sign-in' })
    expect(firstDecision('/login', login, null)).toEqual({ kind: 'proceed' })
    expect(firstDecision('/diseaseSimulation1', simulation, null)).toEqual({ kind: 'proceed' })
  })

  it('guard-token-login: takes a signed-in person from the sign-in page to the home page', () => {
    expect(firstDecision('/login', login, inClinic)).toEqual({ kind: 'to', path: '/' })
    expect(firstDecision('/login', login, without)).toEqual({ kind: 'to', path: '/' })
  })

  it('guard-no-clinic: lets a person without a clinic go on, except to the record templates', () => {
    expect(firstDecision('/dashboard', page, without)).toEqual({ kind: 'proceed' })
    expect(firstDecision('/myTemplete', { path: '/myTemplete', public: false }, without)).toEqual({
      kind: 'to',
      path: '/',
    })
    expect(firstDecision('/no-such-page', null, without)).toEqual({ kind: 'to', path: '/404' })
  })

  it('guard-load-routes, route-filter: loads the permissions for everybody else, and keeps only granted screens', () => {
    expect(firstDecision('/dashboard', page, inClinic)).toEqual({ kind: 'load-permissions' })
    expect(secondDecision('/dashboard', { resource: '/dashboard:view' }, () => true)).toEqual({ kind: 'proceed' })
    expect(secondDecision('/dashboard', { resource: '/dashboard:view' }, () => false)).toEqual({
      kind: 'to',
      path: '/404',
    })
    expect(secondDecision('/userInfo/me', {}, () => false)).toEqual({ kind: 'proceed' })
    expect(secondDecision('/no-such-page', null, () => true)).toEqual({ kind: 'to', path: '/404' })
  })

  it('guard-suffix-one: takes a signed-in person from a page ending in 1 to the same page without it', () => {
    expect(secondDecision('/countDetail21', null, () => true)).toEqual({ kind: 'to', path: '/countDetail2' })
    expect(secondDecision('/diseaseSimulation1', {}, () => true)).toEqual({ kind: 'to', path: '/diseaseSimulation' })
  })
})
