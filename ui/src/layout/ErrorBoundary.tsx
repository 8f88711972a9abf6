/** Keeps the page around a screen that fails while it is rendered. */

import { Component, type ReactNode } from 'react';
import { type ApiError, asApiError } from '../api/client';
import { PageError } from './PageError';

export class ErrorBoundary extends Component<{ children: ReactNode }, { error?: ApiError }> {
  override state: { error?: ApiError } = {};

  static getDerivedStateFromError(reason: unknown) {
    return { error: asApiError(reason) };
  }

  override render() {
    const { error } = this.state;
    return error ? <PageError error={error} onRetry={() => window.location.reload()} /> : this.props.children;
  }
}
