extension EntitlementStore {
  /// Takes what the app posted for an authenticated subject, and answers what they may use, in one call: entitled before any
  /// webhook. Durable when it returns.
  ///
  /// - Parameters:
  ///   - drafts: What a rail made of the posted transactions, verified.
  ///   - subject: Who is signed in. The caller answers for that.
  /// - Returns: What became of it, and everything that the subject has or had, best first.
  /// - Throws: ``StoreError``: nothing was written.
  public func submit(
    _ drafts: [EventDraft], by subject: Subject
  ) throws -> (submission: Submission, entitlements: [Entitlement]) {
    do {
      return try write { transaction in
        let submission = try transaction.submit(drafts, by: subject)
        return (submission, try transaction.read { try $0.entitlements(of: subject) })
      }
    } catch let error as StoreError where error.isRefusal {
      // What was refused is counted although nothing of it is written; the refusal stands if it cannot be.
      try? write { $0.countRefusal(error.refusalKind) }
      throw error
    }
  }

  /// Binds `lineage` to an authenticated subject who asks for it. See ``StoreTransaction/claim(_:for:reason:)``.
  public func claim(
    _ lineage: Lineage, for subject: Subject, reason: String? = nil
  ) throws -> ClaimOutcome {
    try write { try $0.claim(lineage, for: subject, reason: reason) }
  }

  /// Moves `lineage` to `subject`. See ``StoreTransaction/transfer(_:to:reason:)``.
  @discardableResult
  public func transfer(_ lineage: Lineage, to subject: Subject, reason: String? = nil) throws
    -> TransferOutcome
  {
    try write { try $0.transfer(lineage, to: subject, reason: reason) }
  }

  /// Opens `lineage` for `subject` too. See ``StoreTransaction/share(_:with:reason:)``.
  @discardableResult
  public func share(_ lineage: Lineage, with subject: Subject, reason: String? = nil) throws -> Bool {
    try write { try $0.share(lineage, with: subject, reason: reason) }
  }

  /// The account token to hand to the app. See ``StoreTransaction/mintToken(for:fresh:)``.
  public func mintToken(for subject: Subject, fresh isFresh: Bool = false) throws -> AccountToken {
    try write { try $0.mintToken(for: subject, fresh: isFresh) }
  }

  /// Says whom a token of the backend's own stands for. See ``StoreTransaction/mapToken(_:to:)``.
  @discardableResult
  public func mapToken(_ token: AccountToken, to subject: Subject) throws -> Bool {
    try write { try $0.mapToken(token, to: subject) }
  }

  /// Opens `key` for `subject` though no store sold it. See ``StoreTransaction/grant(_:to:from:until:reason:)``.
  public func grant(
    _ key: EntitlementKey, to subject: Subject, from start: Instant? = nil, until end: Instant?,
    reason: String? = nil
  ) throws -> Grant {
    try write { try $0.grant(key, to: subject, from: start, until: end, reason: reason) }
  }

  /// Gives `subject` the trial of `key`, once. See ``StoreTransaction/startTrial(of:for:lasting:reason:)``.
  public func startTrial(
    of key: EntitlementKey, for subject: Subject, lasting length: TimeSpan, reason: String? = nil
  ) throws -> (trial: Grant, isNew: Bool) {
    try write { try $0.startTrial(of: key, for: subject, lasting: length, reason: reason) }
  }

  /// Takes a grant back. See ``StoreTransaction/revokeGrant(_:reason:)``.
  @discardableResult
  public func revokeGrant(_ lineage: Lineage, reason: String? = nil) throws -> Bool {
    try write { try $0.revokeGrant(lineage, reason: reason) }
  }

  /// Ends a share. See ``StoreTransaction/unshare(_:with:reason:)``.
  @discardableResult
  public func unshare(_ lineage: Lineage, with subject: Subject, reason: String? = nil) throws -> Bool {
    try write { try $0.unshare(lineage, with: subject, reason: reason) }
  }
}
