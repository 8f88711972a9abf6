/** The compliance list as its screen reads it, kept by TanStack Query. */

import { useQuery } from '@tanstack/react-query';
import { call } from './client';

export const useCompliance = () =>
  useQuery({ queryKey: ['compliance/list'], queryFn: ({ signal }) => call('compliance/list', {}, signal) });
